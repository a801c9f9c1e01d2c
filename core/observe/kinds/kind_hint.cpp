// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_hint.h"

#include "core/observe/formats/format_set.h"
#include "core/redis/glob.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

using absl::Substitute;

using config::FormatHint;

tl::unexpected<Error> refuse(const std::string& why)
{
    return fail(ErrorClass::InvalidArgument, why);
}

std::string inQuotes(std::string_view text)
{
    return std::string(1, '\'').append(displaySafe(text)).append(1, '\'');
}

bool hasFixedText(std::string_view pattern)
{
    return std::ranges::any_of(pattern,
        [](char c) { return isAsciiAlphanumeric(c) || static_cast<unsigned char>(c) >= 0x80; });
}

/// True if the answer for another kind would be wrong for this one.
bool isOpposite(const Kind& kind, KindAnswer answer)
{
    const bool isLock = kind.certain + kind.likely > 0;
    return answer == KindAnswer::NoLock ? isLock : kind.locks() == 0;
}

std::string formatOf(const Kind& kind)
{
    const bool isSure
        = kind.formats.size() == 1 && kind.locks() == kind.keys && !kind.isFormatAmbiguous;
    return isSure ? kind.formats.front().what : std::string(kUnknownFormat);
}

bool hasStrings(const Kind& kind)
{
    return std::ranges::any_of(
        kind.types, [](const auto& share) { return share.what == ValueType::String; });
}

/// The hint that would count instead of a new one for `pattern`.
const FormatHint* hintBefore(
    const std::vector<FormatHint>& hints, const std::string& pattern, const Kind& kind)
{
    bool isPast = false;
    for (const FormatHint& hint : hints) {
        isPast = isPast || hint.keys == pattern;
        if (hint.keys != pattern && (!isPast || hint.format == kNoLock)
            && redis::globMatches(hint.keys, kind.example))
            return &hint;
    }
    return nullptr;
}

} // namespace

Result<HintPlan> planHint(
    const KindList& all, const Kind& kind, KindAnswer answer, const config::Deployment& deployment)
{
    const std::string& pattern = kind.pattern;
    if (const auto checked = redis::checkGlob(pattern); !checked || !hasFixedText(pattern))
        return refuse(
            Substitute(trNoop("the kind $0 has no fixed part in its name: no pattern tells "
                              "its keys from others",
                           "data"),
                inQuotes(kind.name)));
    HintPlan plan{{pattern, std::string(kNoLock)}, {}};
    if (answer == KindAnswer::Lock) {
        plan.hint.format = formatOf(kind);
        if (plan.hint.format == kUnknownFormat && !hasStrings(kind))
            return refuse(
                Substitute(trNoop("the keys of the kind $0 are no strings, and of no known "
                                  "format: describe them by [[deployment.format]]",
                               "data"),
                    inQuotes(kind.name)));
        if (const auto* const before = hintBefore(deployment.formatHints, pattern, kind))
            return refuse(
                Substitute(trNoop("the hint $0 = $1 of the deployment counts before: change "
                                  "that one",
                               "data"),
                    inQuotes(before->keys), inQuotes(before->format)));
    }
    for (const Kind& other : all.kinds) {
        if (other.name == kind.name || !redis::globMatches(pattern, other.example))
            continue;
        if (isOpposite(other, answer))
            return refuse(Substitute(answer == KindAnswer::Lock
                    ? trNoop("the pattern $0 also matches the kind $1, which is no lock: write a "
                             "hint with a narrower pattern into the deployments file",
                        "data")
                    : trNoop("the pattern $0 also matches the kind $1, which is a lock: write a "
                             "hint with a narrower pattern into the deployments file",
                        "data"),
                inQuotes(pattern), inQuotes(other.name)));
        plan.alsoMatched.push_back(other.name);
    }
    return plan;
}

} // namespace lockkeeper::observe
