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

using TextSink = std::function<void(std::string_view)>;
/// Minimum size of the pieces of long output.
inline constexpr std::size_t kOutputPiece = std::size_t{64} * 1024;

/// nullopt (JSON's null) if empty.
[[nodiscard]] std::optional<std::string_view> unlessEmpty(
    std::string_view text LK_LIFETIME_BOUND) noexcept;
/// Fits the command that grants a permission.
inline constexpr std::size_t kAnswerLimit = 1024;
/// Its text by displaySafe().
[[nodiscard]] std::optional<std::string> errorText(
    const std::optional<Error>& error, std::size_t limit = kDisplayLimit);

/// Writes JSON as a line of ASCII, without building objects. Sets commas; the caller closes what it
/// opens, and writes keys before values. While one exists, tr() is English on its thread.
class JsonWriter {
public:
    void openObject() { open('{'); }
    void closeObject() { close('}'); }
    void openArray() { open('['); }
    void closeArray() { close(']'); }

    /// For names without characters to escape.
    JsonWriter& key(std::string_view name);
    JsonWriter& anyKey(std::string_view name);

    /// Escapes all but ASCII. Invalid UTF-8 passes through displaySafe().
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
    template <class E>
    requires std::is_enum_v<E>
    void value(E named) { value(std::string_view(nameOf(named))); }
    void value(const MasterId& master) { value(master.value()); }
    void value(const Fingerprint& token) { value(token.shortHex()); }
    void value(std::chrono::milliseconds duration) { value(duration.count()); }
    /// Unix time in milliseconds.
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

    void raw(std::string_view json);
    template <class T, class... More>
    void field(std::string_view name, const T& content, const More&... more)
    {
        key(name).value(content);
        if constexpr (sizeof...(more) > 0)
            field(more...);
    }
    template <class... Fields> void object(const Fields&... fields)
    {
        openObject();
        field(fields...);
        closeObject();
    }
    template <class Items, class Write>
    void list(std::string_view name, const Items& items, Write&& write)
    {
        key(name).openArray();
        for (const auto& item : items)
            write(item);
        closeArray();
    }

    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    /// Passes the text on if it has `least` bytes, and clears it.
    void flushTo(const TextSink& sink, std::size_t least = 0);

private:
    void open(char bracket);
    void close(char bracket);

    const InEnglish m_forPrograms;
    std::string m_text;
    bool m_needsComma = false;
};

template <class Write> [[nodiscard]] std::string objectLine(Write&& write)
{
    JsonWriter out;
    out.openObject();
    write(out);
    out.closeObject();
    return out.text() + '\n';
}

} // namespace lockkeeper::output
