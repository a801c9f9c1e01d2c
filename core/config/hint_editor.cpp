// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/hint_editor.h"

#include "core/config/toml.h"
#include "core/config/toml_text.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::config {
namespace {

constexpr const char* kTableName = "format_hints";

tl::unexpected<Error> refuse(const std::string& why)
{
    return fail(ErrorClass::InvalidArgument, why);
}

/// `format`: how to do it by hand; $0: keys, $1: the lock's format.
tl::unexpected<Error> refuse(const char* format, const FormatHint& hint)
{
    return refuse(absl::Substitute(
        format, displaySafe(tomlQuoted(hint.keys)), displaySafe(tomlQuoted(hint.format))));
}

class LineIndex {
public:
    explicit LineIndex(std::string_view text)
        : m_text(text)
    {
        m_starts.push_back(0);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n')
                m_starts.push_back(i + 1);
        }
    }
    /// `line` counts from 1.
    [[nodiscard]] std::size_t start(std::size_t line) const
    {
        return line <= m_starts.size() ? m_starts[std::max<std::size_t>(line, 1) - 1]
                                       : m_text.size();
    }
    [[nodiscard]] std::string_view at(std::size_t line) const
    {
        return m_text.substr(start(line), start(line + 1) - start(line));
    }
    [[nodiscard]] std::string_view newline() const
    {
        return at(1).ends_with("\r\n") ? "\r\n" : "\n";
    }

private:
    std::string_view m_text;
    std::vector<std::size_t> m_starts;
};

const toml::table* deploymentIn(const toml::table& root, const std::string& name)
{
    const auto isIt = [&](const toml::table& table) {
        const toml::node* const found = table.get("name");
        const auto* const text = found == nullptr ? nullptr : found->as_string();
        return text != nullptr && text->get() == name;
    };
    const toml::node* const node = root.get("deployment");
    if (node == nullptr)
        return nullptr;
    if (const toml::table* const only = node->as_table())
        return isIt(*only) ? only : nullptr;
    const toml::array* const list = node->as_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const toml::table* const table = list->get(i)->as_table();
        if (table != nullptr && isIt(*table))
            return table;
    }
    return nullptr;
}

std::size_t lastLineOf(const toml::node& node)
{
    std::size_t last = std::max(node.source().begin.line, node.source().end.line);
    if (const toml::table* const table = node.as_table()) {
        for (const auto& [key, value] : *table)
            last = std::max(last, lastLineOf(value));
    } else if (const toml::array* const list = node.as_array()) {
        for (const toml::node& element : *list)
            last = std::max(last, lastLineOf(element));
    }
    return last;
}

bool isHeader(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first != std::string_view::npos && line[first] == '[';
}

class HintEdit {
public:
    HintEdit(std::string_view text, const NewHint& hint)
        : m_text(text)
        , m_lines(text)
        , m_hint(hint)
    { }

    Result<std::string> apply(const toml::table& deployment) const
    {
        const toml::node* const node = deployment.get(kTableName);
        if (node == nullptr)
            return withTable(lastLineOf(deployment));
        const toml::table& hints = *node->as_table();
        if (const toml::node* const old = hints.get(m_hint.hint.keys))
            return withValue(*old);
        const std::size_t header = hints.source().begin.line;
        if (hints.is_inline() || !isHeader(m_lines.at(header)))
            return refuse(trNoop("the hints of the deployment are not written as a table of their "
                                 "own; write $0 = $1 under its [deployment.format_hints] by hand",
                              "data"),
                m_hint.hint);
        return inserted(lastLineOf(hints) + 1, newLines());
    }

private:
    [[nodiscard]] std::string commentLine() const
    {
        constexpr std::size_t kLongest = 500;
        return "# " + displaySafe(m_hint.comment, kLongest) + std::string(m_lines.newline());
    }
    [[nodiscard]] std::string newLines() const
    {
        return commentLine() + tomlQuoted(m_hint.hint.keys) + " = " + tomlQuoted(m_hint.hint.format)
            + std::string(m_lines.newline());
    }
    [[nodiscard]] std::string inserted(std::size_t line, const std::string& lines) const
    {
        const std::size_t at = m_lines.start(line);
        std::string result(m_text.substr(0, at));
        if (!result.empty() && !result.ends_with('\n'))
            result += m_lines.newline();
        return result + lines + std::string(m_text.substr(at));
    }
    [[nodiscard]] std::string withTable(std::size_t lastLine) const
    {
        const std::string newline(m_lines.newline());
        return inserted(lastLine + 1, newline + "[deployment.format_hints]" + newline + newLines());
    }
    [[nodiscard]] Result<std::string> withValue(const toml::node& old) const
    {
        const auto& place = old.source().begin;
        const std::string_view line = m_lines.at(place.line);
        const auto* const value = old.as_string();
        // The place is certain only if the line has the value once, in one of these forms.
        for (const std::string& form : {tomlQuoted(value->get()), "'" + value->get() + "'"}) {
            const std::size_t at = line.rfind(form);
            if (at == std::string_view::npos || line.find(form) != at)
                continue;
            const std::size_t from = m_lines.start(place.line);
            std::string result(m_text.substr(0, from));
            result.append(commentLine()).append(line.substr(0, at));
            result += tomlQuoted(m_hint.hint.format);
            return result + std::string(m_text.substr(from + at + form.size()));
        }
        return refuse(trNoop("the line of the hint for these keys can't be changed safely; write "
                             "$0 = $1 under its [deployment.format_hints] by hand",
                          "data"),
            m_hint.hint);
    }

    std::string_view m_text;
    LineIndex m_lines;
    const NewHint& m_hint;
};

void putHint(std::vector<FormatHint>& hints, const FormatHint& hint)
{
    const auto known = std::ranges::find(hints, hint.keys, &FormatHint::keys);
    if (known == hints.end())
        hints.push_back(hint);
    else
        *known = hint;
}

} // namespace

Result<std::string> withHint(
    std::string_view text, const NewHint& hint, const FormatNames& builtinFormats)
{
    if (!isValidUtf8(hint.hint.keys) || !isValidUtf8(hint.hint.format))
        return refuse(trNoop("the pattern is not valid UTF-8", "data"));
    ParsedDeployments before = parseDeployments(text, "file", builtinFormats);
    if (!before.errors.empty())
        return tl::make_unexpected(before.errors.front());
    const toml::parse_result parsed = toml::parse(text);
    const auto wanted = std::ranges::find(before.deployments, hint.deployment, &Deployment::name);
    const toml::table* const table
        = parsed ? deploymentIn(parsed.table(), hint.deployment) : nullptr;
    if (wanted == before.deployments.end() || table == nullptr)
        return refuse(absl::Substitute(
            trNoop("there is no deployment '$0'", "data"), displaySafe(hint.deployment)));
    if (std::ranges::find(wanted->formatHints, hint.hint) != wanted->formatHints.end())
        return std::string(text);
    auto edited = HintEdit(text, hint).apply(*table);
    if (!edited)
        return edited;
    // Proves that nothing else has changed.
    putHint(wanted->formatHints, hint.hint);
    const ParsedDeployments after = parseDeployments(*edited, "new file", builtinFormats);
    const auto expected = formatDeployments(before.deployments);
    const auto result = formatDeployments(after.deployments);
    if (!after.errors.empty() || !expected || !result || *expected != *result)
        return refuse(trNoop("the file can't be changed without a risk; write $0 = $1 under its "
                             "[deployment.format_hints] by hand",
                          "data"),
            hint.hint);
    return edited;
}

} // namespace lockkeeper::config
