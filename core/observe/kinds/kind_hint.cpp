// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_hint.h"

#include "core/observe/formats/format_set.h"
#include "core/redis/glob.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
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

bool isOpposite(const Kind& kind, KindAnswer answer)
{
    const bool isLock = kind.certain + kind.likely > 0;
    return answer == KindAnswer::NoLock ? isLock : kind.locks() == 0;
}

bool areNumbersWithoutTtl(const Kind& kind)
{
    return kind.keys > 0 && kind.withoutTtl == kind.keys
        && std::ranges::all_of(kind.shapes, [](const auto& share) {
               return share.what == ValueShape::One || share.what == ValueShape::Number;
           });
}

bool hasStrings(const Kind& kind)
{
    return std::ranges::any_of(
        kind.types, [](const auto& share) { return share.what == ValueType::String; });
}

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

Result<std::string> chosenFormat(const Kind& kind, const std::string& format)
{
    const bool mayRead
        = kind.keys == 0 || std::ranges::find(kind.fitting, format) != kind.fitting.end();
    const auto names = formatNames();
    if (std::ranges::find(names, format) == names.end() || format == kNoLock)
        return refuse(Substitute(
            trNoop("there is no lock format of the name '$0'", "data"), displaySafe(format)));
    if (!mayRead)
        return refuse(Substitute(kind.fitting.empty()
                ? trNoop("$0 is not of the format $1, nor of any other", "data")
                : trNoop("$0 is not of the format $1, but maybe of $2", "data"),
            inQuotes(kind.example), inQuotes(format), listText(kind.fitting)));
    return format;
}

Result<std::string> formatForHint(const Kind& kind, const std::string& format)
{
    std::string known = formatOfLocks(kind);
    if (!format.empty() && format != known)
        return chosenFormat(kind, format);
    if (known.empty())
        return refuse(
            Substitute(trNoop("the keys of the kind $0 are numbers without a TTL, which may count "
                              "what is free: say which format they have ($1)",
                           "data"),
                inQuotes(kind.name), listText(kind.fitting)));
    if (known == kUnknownFormat && !hasStrings(kind))
        return refuse(Substitute(trNoop("the keys of the kind $0 are no strings, and of no known "
                                        "format: describe them by [[deployment.format]]",
                                     "data"),
            inQuotes(kind.name)));
    return known;
}

} // namespace

std::string formatOfLocks(const Kind& kind)
{
    const bool isSure
        = kind.formats.size() == 1 && kind.locks() == kind.keys && !kind.isFormatAmbiguous;
    if (isSure)
        return kind.formats.front().what;
    return areNumbersWithoutTtl(kind) ? std::string() : std::string(kUnknownFormat);
}

Result<HintPlan> planHint(const KindList& all, const Kind& kind, KindAnswer answer,
    const config::Deployment& deployment, const std::string& format)
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
        auto known = formatForHint(kind, format);
        if (!known)
            return tl::make_unexpected(std::move(known.error()));
        plan.hint.format = std::move(*known);
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
