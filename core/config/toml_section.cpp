// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/toml_section.h"

#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <numeric>

namespace lockkeeper::config {
namespace {

using absl::Substitute;

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kFarthestWord = 3;

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

std::string shown(std::string_view text)
{
    return std::string("'").append(displaySafe(text, 64)).append("'");
}

} // namespace

std::optional<std::string> nearestWord(const std::vector<std::string>& known, std::string_view word)
{
    // Quadratic in the length of the user's word.
    if (word.size() > 64 || known.empty())
        return std::nullopt;
    const auto far = [&](const std::string& one) { return distance(one, word); };
    const auto nearest = std::ranges::min_element(known, {}, far);
    return far(*nearest) <= kFarthestWord ? std::optional(*nearest) : std::nullopt;
}

void Diagnostics::add(const toml::source_region& where, const std::string& what)
{
    std::string line = m_file;
    line.append(":").append(std::to_string(where.begin.line)).append(": ").append(what);
    m_errors.push_back({ErrorClass::InvalidArgument, std::move(line)});
}

TomlSection::TomlSection(const toml::table& table, std::string name, Diagnostics& complaints)
    : m_table(&table)
    , m_name(std::move(name))
    , m_complaints(&complaints)
{ }

const toml::node* TomlSection::find(std::string_view key)
{
    m_known.emplace_back(key);
    return m_table->get(key);
}

void TomlSection::addError(const std::string& what)
{
    addError(m_table->source(), what);
}

void TomlSection::addError(const toml::source_region& where, const std::string& what)
{
    m_complaints->add(where, m_name.empty() ? what : m_name + ": " + what);
}

void TomlSection::wrongType(std::string_view key, const toml::node& node, const std::string& wanted)
{
    addError(node.source(), Substitute(trNoop("$0 must be $1", "data"), std::string(key), wanted));
}

std::optional<PlacedText> TomlSection::textOf(std::string_view key, const toml::node& node)
{
    const auto* const value = node.as_string();
    if (value == nullptr) {
        wrongType(key, node, trNoop("text in quotes", "data"));
        return std::nullopt;
    }
    const std::string& text = value->get();
    if (text.size() > kLongestText) {
        addError(node.source(),
            Substitute(
                trNoop("$0 is longer than 4096 bytes; shorten it", "data"), std::string(key)));
        return std::nullopt;
    }
    if (text.find('\0') != std::string::npos) {
        addError(node.source(),
            Substitute(trNoop("$0 holds a NUL character; remove it", "data"), std::string(key)));
        return std::nullopt;
    }
    return PlacedText{text, node.source()};
}

std::optional<PlacedText> TomlSection::text(std::string_view key)
{
    const toml::node* const node = find(key);
    return node == nullptr ? std::nullopt : textOf(key, *node);
}

std::optional<bool> TomlSection::flag(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    if (const auto* const value = node->as_boolean())
        return value->get();
    wrongType(key, *node, trNoop("true or false", "data"));
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> TomlSection::duration(
    std::string_view key, std::chrono::milliseconds least)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto* const value = node->as_string();
    if (value == nullptr) {
        wrongType(
            key, *node, trNoop("a time in quotes: \"500ms\", \"30s\", \"5m\" or \"2h\"", "data"));
        return std::nullopt;
    }
    const auto duration = parseDuration(value->get());
    if (!duration)
        addError(node->source(), std::string(key) + ": " + duration.error().text);
    else if (*duration < least)
        addError(node->source(),
            Substitute(
                trNoop("$0 must be at least $1", "data"), std::string(key), formatDuration(least)));
    else
        return *duration;
    return std::nullopt;
}

std::optional<double> TomlSection::number(std::string_view key, Range range)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    // NaN fails, too.
    if (value && *value >= range.least && *value <= range.most)
        return value;
    wrongType(key, *node,
        Substitute(trNoop("a number from $0 to $1", "data"), static_cast<long long>(range.least),
            static_cast<long long>(range.most)));
    return std::nullopt;
}

const toml::array* TomlSection::list(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return nullptr;
    const toml::array* const elements = node->as_array();
    if (elements == nullptr)
        wrongType(key, *node, trNoop("a list: [\"...\", \"...\"]", "data"));
    return elements;
}

std::vector<PlacedText> TomlSection::texts(std::string_view key)
{
    std::vector<PlacedText> found;
    const toml::array* const elements = list(key);
    if (elements == nullptr)
        return found;
    for (const toml::node& element : *elements) {
        if (auto text = textOf(key, element))
            found.push_back(std::move(*text));
    }
    return found;
}

std::vector<std::pair<PlacedText, PlacedText>> TomlSection::pairs(std::string_view key)
{
    std::vector<std::pair<PlacedText, PlacedText>> found;
    const toml::node* const node = find(key);
    if (node == nullptr)
        return found;
    const toml::table* const table = node->as_table();
    if (table == nullptr) {
        wrongType(key, *node, trNoop("a table of lines \"...\" = \"...\"", "data"));
        return found;
    }
    for (const auto& [name, value] : *table) {
        if (auto text = textOf(key, value))
            found.push_back({{std::string(name.str()), name.source()}, *text});
    }
    // The parser sorts by name.
    const auto place = [](const auto& pair) {
        const auto& begin = pair.first.source.begin;
        return std::pair(begin.line, begin.column);
    };
    std::ranges::stable_sort(found, {}, place);
    return found;
}

std::optional<TomlSection> TomlSection::section(std::string_view key)
{
    const toml::node* const node = find(key);
    if (node == nullptr)
        return std::nullopt;
    if (const toml::table* const table = node->as_table())
        return TomlSection(*table, m_name + ", " + std::string(key), *m_complaints);
    wrongType(key, *node, trNoop("a table", "data"));
    return std::nullopt;
}

std::vector<TomlSection> TomlSection::sections(std::string_view key)
{
    std::vector<TomlSection> found;
    const toml::node* const node = find(key);
    if (node == nullptr)
        return found;
    const std::string name = m_name.empty() ? std::string(key) : m_name + ", " + std::string(key);
    if (const toml::table* const table = node->as_table())
        found.emplace_back(*table, name, *m_complaints);
    else if (const toml::array* const list = node->as_array()) {
        for (const toml::node& element : *list) {
            if (const toml::table* const entry = element.as_table())
                found.emplace_back(*entry, name, *m_complaints);
            else
                wrongType(key, element, trNoop("a table", "data"));
        }
    } else {
        wrongType(key, *node, trNoop("a list of tables", "data"));
    }
    return found;
}

std::vector<TextOrSection> TomlSection::textsOrSections(std::string_view key)
{
    std::vector<TextOrSection> found;
    const toml::array* const elements = list(key);
    if (elements == nullptr)
        return found;
    for (const toml::node& element : *elements) {
        if (const toml::table* const table = element.as_table())
            found.push_back({std::nullopt,
                TomlSection(*table, m_name + ", " + std::string(key), *m_complaints)});
        else if (auto text = textOf(key, element))
            found.push_back({std::move(text), std::nullopt});
    }
    return found;
}

std::string TomlSection::unknownKeyText(std::string_view key) const
{
    const auto nearest = nearestWord(m_known, key);
    return nearest
        ? Substitute(trNoop("unknown key $0; did you mean '$1'?", "data"), shown(key), *nearest)
        : Substitute(trNoop("unknown key $0; remove it", "data"), shown(key));
}

void TomlSection::finish()
{
    for (const auto& [key, value] : *m_table) {
        const std::string_view name = key.str();
        if (std::ranges::find(m_known, name) == m_known.end())
            addError(key.source(), unknownKeyText(name));
    }
}

} // namespace lockkeeper::config
