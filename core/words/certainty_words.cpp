// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/certainty_words.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <utility>

namespace lockkeeper::words {
namespace {

constexpr std::pair<observe::CertaintyReason, const char*> kReasonTexts[] = {
    {observe::CertaintyReason::Named, trNoop("you named it")},
    {observe::CertaintyReason::Structure, trNoop("only one library writes this")},
    {observe::CertaintyReason::NameSaysLock, trNoop("its name says lock")},
    {observe::CertaintyReason::NameResemblesLock, trNoop("its name is like a lock's")},
    {observe::CertaintyReason::TellingValue, trNoop("hardly anybody else writes such a value")},
    {observe::CertaintyReason::ValueSaysLock, trNoop("its value says lock")},
    {observe::CertaintyReason::ShortLease,
        trNoop("its value looks like a lock's, and it lives for seconds")},
    {observe::CertaintyReason::Renewed, trNoop("it is renewed at a steady interval")},
    {observe::CertaintyReason::TakenAgain,
        trNoop("different values have taken it, one after the other")},
    {observe::CertaintyReason::Overwritten,
        trNoop("it was a lock, and its value was overwritten by one that no format knows")},
    {observe::CertaintyReason::ValueOnly, trNoop("only its value looks like a lock's")},
    {observe::CertaintyReason::ValueUnderOtherName,
        trNoop("its value looks like a lock's, its name says something else")},
    {observe::CertaintyReason::NoTtl,
        trNoop("its name is like a lock's, no TTL speaks against it")},
    {observe::CertaintyReason::LongTtl,
        trNoop("its name is like a lock's, a long TTL speaks against it")},
    {observe::CertaintyReason::DiffersByMaster,
        trNoop("only its value looks like a lock's, and each master stores another one")},
    {observe::CertaintyReason::Unreadable,
        trNoop("its name says lock, a long value speaks against it")},
    {observe::CertaintyReason::Zero, trNoop("its name says lock, a 0 speaks against it")},
    {observe::CertaintyReason::SaysFree,
        trNoop("its name says lock, its value says that nobody holds it")},
    {observe::CertaintyReason::Date, trNoop("its value is a date, and names nobody")},
    {observe::CertaintyReason::Quantity,
        trNoop("its name says lock, a number with a fraction speaks against it")},
    {observe::CertaintyReason::Counter,
        trNoop("its name says lock, a number without a TTL of an hour at most speaks against it")},
    {observe::CertaintyReason::CountsUp, trNoop("its value was seen to count up")},
    {observe::CertaintyReason::AccountFlag,
        trNoop("its name says lock, but it may be an account that is locked")},
    {observe::CertaintyReason::Digest,
        trNoop("its name says lock, a digest without a TTL of an hour at most speaks against it")},
    {observe::CertaintyReason::NoOwner,
        trNoop("its name says lock, JSON that names no owner speaks against it")},
    {observe::CertaintyReason::Document,
        trNoop("its name says lock, a text that names no holder speaks against it")},
    {observe::CertaintyReason::HintedNone, trNoop("you said that it is none")},
    {observe::CertaintyReason::BesideLock, trNoop("a library keeps it beside a lock")},
    {observe::CertaintyReason::NameSaysOther, trNoop("its name says something else")},
};

} // namespace

const char* reasonText(observe::CertaintyReason reason) noexcept
{
    for (const auto& [one, text] : kReasonTexts) {
        if (one == reason)
            return tr(text);
    }
    return tr(
        "neither its name nor its value says lock"); // observe::CertaintyReason::NothingSaysLock
}

const char* certaintyWord(observe::Certainty certainty) noexcept
{
    switch (certainty) {
    case observe::Certainty::Certain:
        return tr("certain");
    case observe::Certainty::Likely:
        return tr("likely");
    case observe::Certainty::Possible:
        break;
    }
    return tr("possible");
}

std::string certaintyText(observe::ReasonedCertainty certainty)
{
    return absl::Substitute(
        tr("$0: $1"), certaintyWord(certainty.level), reasonText(certainty.reason));
}

} // namespace lockkeeper::words
