// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/tr_noop.h"

#include <absl/container/flat_hash_map.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Texts for people are English, and translated where they are used. Texts for programs (JSON, CSV,
// metrics, journal) stay English. scripts/translations collects the arguments of tr() and trNoop().
// Errors and holder details stay English for journals, histories and JSON: trNoop() marks them
// "data" or "holder", trData() translates them for display.

namespace lockkeeper {

/// One language's translations. Immutable; any thread.
class Catalogue {
public:
    struct Entry {
        const char* english; ///< as in .mo files: after an optional context and \4
        const char* translated;
    };
    /// `entries` must outlive the catalogue.
    explicit Catalogue(std::span<const Entry> entries);

    /// nullptr: none. Lives as long as the entries. Falls back to the entry without context.
    [[nodiscard]] const char* find(const char* english, const char* context = nullptr) const;

    /// Translates text kept in English: an entry of this context, or what absl::Substitute() made
    /// of one, with its values. Of several formats, the one with most own text wins. Else both
    /// sides of the first colon: "FILE:1: there is no such file".
    [[nodiscard]] std::string findData(std::string_view english, std::string_view context) const;

private:
    struct Format {
        std::vector<std::string_view> texts; ///< around the values
        std::vector<std::size_t> values; ///< 1 for "$1"
        const char* translated;
    };

    void addFormat(std::string_view context, std::string_view format, const char* translated);
    [[nodiscard]] std::string findData(
        std::string_view english, std::string_view context, int depth) const;
    [[nodiscard]] std::string findBothSides(
        std::string_view english, std::string_view context, int depth) const;

    absl::flat_hash_map<std::string_view, const char*> m_texts;
    /// Most own text first.
    absl::flat_hash_map<std::string_view, std::vector<Format>> m_formats;
};

/// nullptr: English. Must outlive all tr() calls. Call it before making text, best before other
/// threads.
void useCatalogue(const Catalogue* catalogue) noexcept;

/// Untranslated text stays English. `context` separates texts equal only in English. Never blocks.
[[nodiscard]] const char* tr(const char* english, const char* context = nullptr);

/// See Catalogue::findData(). "data": errors and remarks; "holder": who holds a lock. May have
/// foreign bytes: use displaySafe(). Never blocks.
[[nodiscard]] std::string trData(std::string_view english, std::string_view context = "data");

/// While one exists, this thread's tr() is English: for programs' text.
class InEnglish {
public:
    InEnglish() noexcept;
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;
};

/// While one exists, this thread's tr() and trData() use `catalogue`; nullptr: English. The latest
/// counts, InEnglish included. Must end on the same thread.
class InLanguage {
public:
    explicit InLanguage(const Catalogue* catalogue) noexcept;
    ~InLanguage();
    InLanguage(const InLanguage&) = delete;
    InLanguage& operator=(const InLanguage&) = delete;

private:
    const std::optional<const Catalogue*> m_before;
    const int m_englishDepth;
};

} // namespace lockkeeper
