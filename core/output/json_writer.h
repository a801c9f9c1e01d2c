// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/result.h"
#include "core/text/display_safe.h"
#include "core/text/fingerprint.h"
#include "core/text/translate.h"

#include <chrono>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockkeeper::output {

/// Receives a text in pieces.
using TextSink = std::function<void(std::string_view)>;
/// Long output is handed on in pieces of at least this size, in bytes: large enough for few writes,
/// small enough for little memory.
inline constexpr std::size_t kOutputPiece = std::size_t{64} * 1024;

/// nullopt, which JSON has as null, if the text is empty. Refers to `text`.
[[nodiscard]] std::optional<std::string_view> unlessEmpty(
    std::string_view text LK_LIFETIME_BOUND) noexcept;
/// Enough for what a server answers, with the command that grants a missing permission.
inline constexpr std::size_t kAnswerLimit = 1024;
/// The error's text, passed through displaySafe().
[[nodiscard]] std::optional<std::string> errorText(
    const std::optional<Error>& error, std::size_t limit = kDisplayLimit);

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
    /// Writes the name that programs know the value by.
    template <class E>
    requires std::is_enum_v<E>
    void value(E named) { value(std::string_view(nameOf(named))); }
    void value(const MasterId& master) { value(master.value()); }
    /// Writes its first digits.
    void value(const Fingerprint& token) { value(token.shortHex()); }
    void value(std::chrono::milliseconds duration) { value(duration.count()); }
    /// Writes Unix time in milliseconds.
    void value(WallTime time) { value(sinceEpoch(time).count()); }
    template <class T> void value(const std::optional<T>& some)
    {
        some ? value(*some) : value(nullptr);
    }
    template <class T> void value(const std::vector<T>& items)
    {
        openArray();
        for (const T& item : items)
            value(item);
        closeArray();
    }

    /// Writes a value that is JSON text already.
    void raw(std::string_view json);
    /// Writes a key and its value, and those that follow: name, content, name, content.
    template <class T, class... More>
    void field(std::string_view name, const T& content, const More&... more)
    {
        key(name).value(content);
        if constexpr (sizeof...(more) > 0)
            field(more...);
    }
    /// Writes an object of keys and their values: name, content, name, content.
    template <class... Fields> void object(const Fields&... fields)
    {
        openObject();
        field(fields...);
        closeObject();
    }
    /// Writes a key and an array. `write` writes one value for each item.
    template <class Items, class Write>
    void list(std::string_view name, const Items& items, Write&& write)
    {
        key(name).openArray();
        for (const auto& item : items)
            write(item);
        closeArray();
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

/// A line with one object. `write` writes its fields.
template <class Write> [[nodiscard]] std::string objectLine(Write&& write)
{
    JsonWriter out;
    out.openObject();
    write(out);
    out.closeObject();
    return out.text() + '\n';
}

} // namespace lockkeeper::output
