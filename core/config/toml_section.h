// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/toml.h"
#include "core/export.h"
#include "core/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::config {

/// "FILE:LINE: what; what to do".
class Diagnostics {
public:
    explicit Diagnostics(std::string file)
        : m_file(std::move(file))
    { }
    void add(const toml::source_region& where, const std::string& what);
    [[nodiscard]] const std::vector<Error>& errors() const noexcept { return m_errors; }

private:
    std::string m_file;
    std::vector<Error> m_errors;
};

struct PlacedText {
    std::string text;
    toml::source_region source;
};

struct TextOrSection;

[[nodiscard]] std::optional<std::string> nearestWord(
    const std::vector<std::string>& known, std::string_view word);

/// Reads one table. Getters return nothing for a missing key, and for an unusable value, which they
/// report. Call finish() last: it reports unknown keys. Keeps references to both arguments.
class TomlSection {
public:
    /// `name` begins errors: "deployment 'orders'".
    TomlSection(
        const toml::table& table LK_LIFETIME_BOUND, std::string name, Diagnostics& complaints);

    [[nodiscard]] bool has(std::string_view key) const { return m_table->contains(key); }
    [[nodiscard]] std::optional<PlacedText> text(std::string_view key);
    [[nodiscard]] std::optional<bool> flag(std::string_view key);
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(
        std::string_view key, std::chrono::milliseconds least);
    struct Range {
        double least;
        double most;
    };
    [[nodiscard]] std::optional<double> number(std::string_view key, Range range);
    [[nodiscard]] std::vector<PlacedText> texts(std::string_view key);
    /// Any keys, ordered by line.
    [[nodiscard]] std::vector<std::pair<PlacedText, PlacedText>> pairs(std::string_view key);
    [[nodiscard]] std::optional<TomlSection> section(std::string_view key);
    /// A list, or a single table.
    [[nodiscard]] std::vector<TomlSection> sections(std::string_view key);
    [[nodiscard]] std::vector<TextOrSection> textsOrSections(std::string_view key);

    void finish();

    void addError(const std::string& what);
    void addError(const toml::source_region& where, const std::string& what);
    void rename(std::string name) { m_name = std::move(name); }
    [[nodiscard]] std::size_t line() const noexcept { return m_table->source().begin.line; }

private:
    [[nodiscard]] const toml::node* find(std::string_view key);
    /// Null: missing, or no list, which it reports.
    [[nodiscard]] const toml::array* list(std::string_view key);
    [[nodiscard]] std::string unknownKeyText(std::string_view key) const;
    void wrongType(std::string_view key, const toml::node& node, const std::string& wanted);
    [[nodiscard]] std::optional<PlacedText> textOf(std::string_view key, const toml::node& node);

    const toml::table* m_table;
    std::string m_name;
    Diagnostics* m_complaints;
    std::vector<std::string> m_known;
};

struct TextOrSection {
    std::optional<PlacedText> text;
    std::optional<TomlSection> section;
};

} // namespace lockkeeper::config
