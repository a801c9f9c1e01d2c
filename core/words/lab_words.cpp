// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/lab_words.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {
namespace {

using absl::Substitute;

/// "sold 12 of 10, 1 refused"; empty: nobody wanted to sell.
std::string soldText(const lab::Ruling& ruling)
{
    if (ruling.sold == 0 && ruling.refused == 0)
        return {};
    const std::string sold = Substitute(tr("sold $0 of $1"), ruling.sold, lab::kStock);
    return ruling.refused == 0 ? sold
                               : Substitute(tr("$0, $1 refused by the till"), sold, ruling.refused);
}

std::string outcomeText(const lab::Outcome& outcome)
{
    std::string text = outcome.isTwo ? tr("two hold the lock at once")
        : outcome.isStuck            ? tr("nobody gets the lock any more")
                                     : tr("nobody holds the lock beside another");
    if (outcome.sold)
        text += Substitute(tr(", sold $0 of $1"), *outcome.sold, lab::kStock);
    if (outcome.isWaiting)
        text += *outcome.isWaiting ? tr(", somebody still waits at the end")
                                   : tr(", nobody waits at the end");
    return text;
}

} // namespace

std::string runTimeText(std::chrono::milliseconds time)
{
    return time < std::chrono::seconds(1) ? Substitute(tr("$0 ms"), time.count())
                                          : durationText(time);
}

std::string rulingText(const lab::Ruling& ruling, const lab::Outcome& feared)
{
    const std::string sold = soldText(ruling);
    const auto withSold = [&](const std::string& text) {
        return sold.empty() ? Substitute(tr("$0.", "a sentence"), text)
                            : Substitute(tr("$0: $1.", "a sentence"), text, sold);
    };
    if (ruling.outcome.isTwo)
        return withSold(
            Substitute(tr("Two held the lock at once for $0"), runTimeText(ruling.overlapTime())));
    if (ruling.outcome.isStuck)
        return withSold(tr("Nobody gets the lock any more, and nobody has it"));
    if (ruling.sold > lab::kStock)
        return withSold(tr("Nobody held the lock beside another, and yet"));
    return withSold(ruling.isHarm(feared) ? tr("Somebody waits for the lock, and does not get it")
                                          : tr("Nobody held the lock beside another"));
}

std::string mispredictionText(const lab::Outcome& seen, const lab::Outcome& predicted)
{
    lab::Outcome asked = seen;
    if (!predicted.sold)
        asked.sold.reset();
    if (!predicted.isWaiting)
        asked.isWaiting.reset();
    return Substitute(tr("that was not predicted: $0. Predicted was: $1"), outcomeText(asked),
        outcomeText(predicted));
}

std::string variantText(const lab::Variant& variant)
{
    std::string text = variant.masters == 1
        ? Substitute(tr("$0 on one master"), variant.scheme)
        : Substitute(tr("$0 on $1 masters"), variant.scheme, variant.masters);
    if (variant.hasReplica)
        text += tr(", with a replica", "a lock");
    if (!variant.value.empty())
        text += Substitute(
            tr(", always with the value $0", "a lock"), displaySafe(variant.value, 32));
    if (variant.isRenewed)
        text += variant.longest > 0 ? tr(", renewed for a limited time", "a lock")
                                    : tr(", renewed", "a lock");
    if (variant.polling > 0)
        text += variant.jitter > 0 ? tr(", tried again after random times", "a lock")
                                   : tr(", tried again after the same time", "a lock");
    if (variant.isReentrant)
        text += tr(", re-entrant", "a lock");
    if (variant.isFenced)
        text += tr(", with fencing", "a lock");
    if (variant.quarantine == config::RestartQuarantine::Off)
        text += tr(", without quarantine", "a lock");
    if (variant.quarantine == config::RestartQuarantine::Always)
        text += tr(", with quarantine", "a lock");
    return text;
}

} // namespace lockkeeper::words
