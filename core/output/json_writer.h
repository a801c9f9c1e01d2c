// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/text/translate.h"

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::output {

/// Receives a text in pieces.
using TextSink = std::function<void(std::string_view)>;
/// Long output is handed on in pieces of at least this size, in bytes: large enough for few writes,
/// small enough for little memory.
inline constexpr std::size_t kOutputPiece = std::size_t{64} * 1024;

/// Times and durations as the numbers that the JSON holds; null if there is none.
[[nodiscard]] std::optional<std::int64_t> millisecondsOf(
    const std::optional<std::chrono::milliseconds>& duration) noexcept;
[[nodiscard]] std::optional<std::int64_t> unixMillisecondsOf(
    const std::optional<WallTime>& time) noexcept;

/// Writes JSON directly as one line of ASCII. For many locks, building an object first would cost
/// more time and memory than everything else that is done with them.
///
/// The writer sets the commas. The caller closes what it opens, and writes each value of an object
/// after its key. While a writer exists, tr() is English on its thread. Not thread-safe.
class JsonWriter {
public:
    void openObject() { open('{'); }
    void closeObject() { close('}'); }
    void openArray() { open('['); }
    void closeArray() { close(']'); }

    /// Writes a key. `name` must need no escapes.
    JsonWriter& key(std::string_view name);
    /// Writes a key that may need escapes.
    JsonWriter& anyKey(std::string_view name);

    /// Writes bytes as a string: valid UTF-8 as it is, anything else as displaySafe() escapes it
    /// (`\xNN`). All characters beyond ASCII become JSON's own escapes.
    void value(std::string_view bytes);
    void value(std::nullptr_t) { raw("null"); }
    void value(double number);
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

    /// Writes a value that is JSON text already.
    void raw(std::string_view json);
    /// Writes a key and its value.
    template <class T> void field(std::string_view name, const T& content)
    {
        key(name).value(content);
    }

    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    /// Passes the text so far to `sink` and clears it, if it has at least `least` bytes.
    void flushTo(const TextSink& sink, std::size_t least = 0);

private:
    void open(char bracket);
    void close(char bracket);

    const InEnglish m_forPrograms;
    std::string m_text;
    bool m_needsComma = false;
};

} // namespace lockkeeper::output
