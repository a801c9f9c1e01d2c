// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/json_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lockkeeper::output {
namespace {

bool isPlain(char c) noexcept
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

std::string asText(const nlohmann::json& json)
{
    // Foreign names may reach a terminal.
    return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

} // namespace

JsonWriter& JsonWriter::key(std::string_view name)
{
    if (m_needsComma)
        m_text += ',';
    m_needsComma = false;
    m_text.append(1, '"').append(name).append("\":");
    return *this;
}

std::optional<std::string_view> unlessEmpty(std::string_view text) noexcept
{
    return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::string> errorText(const std::optional<Error>& error, std::size_t limit)
{
    return error ? std::optional(displaySafe(error->text, limit)) : std::nullopt;
}

JsonWriter& JsonWriter::anyKey(std::string_view name)
{
    value(name);
    m_needsComma = false;
    m_text += ':';
    return *this;
}

void JsonWriter::value(std::string_view bytes)
{
    if (!std::ranges::all_of(bytes, isPlain))
        return raw(
            asText(isValidUtf8(bytes) ? std::string(bytes) : displaySafe(bytes, bytes.size() * 8)));
    if (m_needsComma)
        m_text += ',';
    m_needsComma = true;
    m_text.append(1, '"').append(bytes).append(1, '"');
}

void JsonWriter::value(double number)
{
    raw(asText(number));
}

void JsonWriter::flushTo(const TextSink& sink, std::size_t least)
{
    if (m_text.size() < least)
        return;
    sink(m_text);
    m_text.clear();
}

void JsonWriter::open(char bracket)
{
    if (m_needsComma)
        m_text += ',';
    m_needsComma = false;
    m_text += bracket;
}

void JsonWriter::close(char bracket)
{
    m_needsComma = true;
    m_text += bracket;
}

void JsonWriter::raw(std::string_view json)
{
    if (m_needsComma)
        m_text += ',';
    m_needsComma = true;
    m_text += json;
}

} // namespace lockkeeper::output
