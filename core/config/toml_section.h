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

/// Collects the errors of a file: one line each, "FILE:LINE: what; what to do".
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

/// A string and its position in the file.
struct PlacedText {
    std::string text;
    toml::source_region source;
};

struct TextOrSection;

/// The known word that is most similar to `word`; nullopt if none is similar enough.
[[nodiscard]] std::optional<std::string> nearestWord(
    const std::vector<std::string>& known, std::string_view word);

/// Reads one table of a file. A getter returns nullopt or nothing for a missing key, and reports an
/// error for a value that can't be used. Keys that no getter asked for are unknown: call finish()
/// last. Refers to the table and the complaints.
class TomlSection {
public:
    /// `name` begins errors about the whole table: "deployment 'orders'".
    TomlSection(
        const toml::table& table LK_LIFETIME_BOUND, std::string name, Diagnostics& complaints);

    [[nodiscard]] bool has(std::string_view key) const { return m_table->contains(key); }
    [[nodiscard]] std::optional<PlacedText> text(std::string_view key);
    [[nodiscard]] std::optional<bool> flag(std::string_view key);
    /// At least `least`.
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(
        std::string_view key, std::chrono::milliseconds least);
    struct Range {
        double least;
        double most;
    };
    [[nodiscard]] std::optional<double> number(std::string_view key, Range range);
    /// A list of strings.
    [[nodiscard]] std::vector<PlacedText> texts(std::string_view key);
    /// A table with arbitrary keys and string values, in the order of their lines.
    [[nodiscard]] std::vector<std::pair<PlacedText, PlacedText>> pairs(std::string_view key);
    [[nodiscard]] std::optional<TomlSection> section(std::string_view key);
    /// A list of tables, or one table.
    [[nodiscard]] std::vector<TomlSection> sections(std::string_view key);
    /// A list of strings and tables.
    [[nodiscard]] std::vector<TextOrSection> textsOrSections(std::string_view key);

    /// Reports each key that no getter asked for, with the most similar one that was asked for.
    void finish();

    /// Reports an error in the whole table, or at `where`.
    void addError(const std::string& what);
    void addError(const toml::source_region& where, const std::string& what);
    void rename(std::string name) { m_name = std::move(name); }
    [[nodiscard]] std::size_t line() const noexcept { return m_table->source().begin.line; }

private:
    [[nodiscard]] const toml::node* find(std::string_view key);
    /// Null if the key is missing, or is no list, which is a complaint.
    [[nodiscard]] const toml::array* list(std::string_view key);
    [[nodiscard]] std::string unknownKeyText(std::string_view key) const;
    void wrongType(std::string_view key, const toml::node& node, const std::string& wanted);
    [[nodiscard]] std::optional<PlacedText> textOf(std::string_view key, const toml::node& node);

    const toml::table* m_table;
    std::string m_name;
    Diagnostics* m_complaints;
    std::vector<std::string> m_known;
};

/// An element of a list: a string or a table.
struct TextOrSection {
    std::optional<PlacedText> text;
    std::optional<TomlSection> section;
};

} // namespace lockkeeper::config
