// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// Keeps the keys in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// One line of ASCII, without its newline.
[[nodiscard]] std::string asText(const Json& json);

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// Writes JSON as text, byte for byte as asText() writes a Json, without building one: for many
/// locks, a Json costs more time and memory than all else that is done with them. Sets the commas;
/// the caller closes what it opens, and writes each value of an object after its key.
class JsonWriter {
public:
    void openObject() { open('{'); }
    void closeObject() { close('}'); }
    void openArray() { open('['); }
    void closeArray() { close(']'); }

    /// `name` needs no escapes.
    JsonWriter& key(std::string_view name);

    /// Bytes as textJson() has them.
    void value(std::string_view bytes);
    void value(std::nullptr_t) { raw("null"); }
    // A template, because almost everything converts to a Json.
    template <std::same_as<Json> T> void value(const T& json) { raw(asText(json)); }
    template <class T>
    requires std::integral<T>
    void value(T number)
    {
        if constexpr (std::same_as<T, bool>)
            raw(number ? "true" : "false");
        else
            raw(std::to_string(number));
    }
    template <class T> void value(const std::optional<T>& some)
    {
        some ? value(*some) : value(nullptr);
    }

    /// key() and value().
    template <class T> void field(std::string_view name, const T& content)
    {
        key(name).value(content);
    }

    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    /// Hands what is written to `sink` and forgets it, if it is at least so long.
    void flushTo(const TextSink& sink, std::size_t least = 0);

private:
    void open(char bracket);
    void close(char bracket);
    /// A value that is text already.
    void raw(std::string_view json);

    std::string m_text;
    bool m_needsComma = false;
};

} // namespace lockkeeper::ctl
