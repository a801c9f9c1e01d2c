// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

/// Counts arrays and objects; in other text, whether a parser gets so deep. Accepts any bytes.
[[nodiscard]] bool isNestedDeeper(std::string_view json, std::size_t most);

/// For all foreign JSON: nlohmann-json recurses, and ten thousand levels overflow the stack.
/// Discarded if it is no JSON or over 64 levels. `Json`: nlohmann::json or nlohmann::ordered_json.
template <class Json> [[nodiscard]] Json parseBoundedJson(std::string_view text)
{
    constexpr std::size_t kMostLevels = 64;
    return isNestedDeeper(text, kMostLevels) ? Json(Json::value_t::discarded)
                                             : Json::parse(text, nullptr, false);
}

/// nullopt also for no object, or another type.
template <class Json>
[[nodiscard]] std::optional<std::string> textMember(const Json& json, const char* name)
{
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string())
        return std::nullopt;
    return found->template get<std::string>();
}

} // namespace lockkeeper
