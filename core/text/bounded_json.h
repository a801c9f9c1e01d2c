// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace lockkeeper {

/// True if arrays and objects of `json` stand in each other more than `most` levels deep. For text
/// that is no JSON: whether a parser would get that deep before it finds out. Accepts any bytes.
/// Pure.
[[nodiscard]] bool isNestedDeeper(std::string_view json, std::size_t most);

/// Parses JSON that somebody else has written. Use it for all such text, instead of Json::parse():
/// nlohmann-json copies and prints a value by recursion, so a value of some ten thousand levels
/// overflows the stack.
///
/// Returns a discarded value if `text` is no JSON, or has more than 64 levels. Accepts any bytes.
/// `Json` is nlohmann::json or nlohmann::ordered_json. Pure.
template <class Json> [[nodiscard]] Json parseBoundedJson(std::string_view text)
{
    constexpr std::size_t kMostLevels = 64;
    return isNestedDeeper(text, kMostLevels) ? Json(Json::value_t::discarded)
                                             : Json::parse(text, nullptr, false);
}

} // namespace lockkeeper
