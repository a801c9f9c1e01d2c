// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockkeeper::redis {

/// A server's reply. Type::Error occurs only inside arrays; elsewhere it is a lockkeeper::Error.
struct Reply {
    enum class Type { Nil, Status, Error, Integer, String, Array };

    Type type = Type::Nil;
    std::int64_t integer = 0;
    std::string text; ///< (Status, Error, String) as sent
    std::vector<Reply> elements;

    [[nodiscard]] bool isNil() const noexcept { return type == Type::Nil; }
    [[nodiscard]] bool isInteger() const noexcept { return type == Type::Integer; }
    [[nodiscard]] bool isString() const noexcept { return type == Type::String; }
    [[nodiscard]] bool isArray() const noexcept { return type == Type::Array; }
    [[nodiscard]] bool isOk() const noexcept { return type == Type::Status && text == "OK"; }

    [[nodiscard]] static Reply nil() { return {}; }
    [[nodiscard]] static Reply status(std::string text)
    {
        return {Type::Status, 0, std::move(text), {}};
    }
    [[nodiscard]] static Reply error(std::string text)
    {
        return {Type::Error, 0, std::move(text), {}};
    }
    [[nodiscard]] static Reply number(std::int64_t value) { return {Type::Integer, value, {}, {}}; }
    [[nodiscard]] static Reply string(std::string text)
    {
        return {Type::String, 0, std::move(text), {}};
    }
    [[nodiscard]] static Reply array(std::vector<Reply> elements)
    {
        return {Type::Array, 0, {}, std::move(elements)};
    }

    friend bool operator==(const Reply&, const Reply&) = default;
};

} // namespace lockkeeper::redis
