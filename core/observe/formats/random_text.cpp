// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/random_text.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace lockkeeper::observe {

std::size_t kindChanges(std::string_view text)
{
    const auto kindOf = [](char c) { return isAsciiDigit(c) ? 0 : isAsciiUpper(c) ? 1 : 2; };
    std::size_t changes = 0;
    for (std::size_t i = 1; i < text.size(); ++i)
        changes += kindOf(text[i]) != kindOf(text[i - 1]) ? 1 : 0;
    return changes;
}

bool hasDigitsTwice(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789";
    const auto first = text.find_first_of(kDigits);
    const auto end = text.find_first_not_of(kDigits, std::min(first, text.size()));
    return end != std::string_view::npos
        && text.find_first_of(kDigits, end) != std::string_view::npos;
}

} // namespace lockkeeper::observe
