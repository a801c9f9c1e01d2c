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

// Texts for people are written in English and looked up in a Catalogue where they are used. Texts
// for programs (JSON, CSV, metrics, the journal) are never looked up. scripts/translations collects
// the arguments of tr() and trNoop().
//
// The text of an Error and the details of a holder are kept in English, for they also go into
// journals, histories and JSON: trNoop() marks them where they are made, with the context "data" or
// "holder", and trData() translates them where they are shown.

namespace lockkeeper {

/// What texts in English are called in another language. Never changes, so any thread may read it.
class Catalogue {
public:
    struct Entry {
        const char* english; ///< as in a .mo file: after a context and \4, if there is one
        const char* translated;
    };
    /// `entries` must outlive the catalogue.
    explicit Catalogue(std::span<const Entry> entries);

    /// The translation, which lives as long as the entries; nullptr if there is none. A text with
    /// a `context` falls back to the same text without one.
    [[nodiscard]] const char* find(const char* english, const char* context = nullptr) const;

    /// The translation of a text that is kept in English: of a text with this context, or of what
    /// absl::Substitute() made of such a format; its values are translated, too. Of several
    /// formats, the one with the longest text of its own counts. If none fits, the sides of the
    /// first colon are translated, as of "FILE:1: there is no such file".
    [[nodiscard]] std::string findData(std::string_view english, std::string_view context) const;

private:
    struct Format {
        std::vector<std::string_view> texts; ///< around the values: one more than values
        std::vector<std::size_t> values; ///< their numbers: 1 for "$1"
        const char* translated;
    };

    void addFormat(std::string_view context, std::string_view format, const char* translated);
    [[nodiscard]] std::string findData(
        std::string_view english, std::string_view context, int depth) const;
    [[nodiscard]] std::string findBothSides(
        std::string_view english, std::string_view context, int depth) const;

    absl::flat_hash_map<std::string_view, const char*> m_texts;
    /// By context, the most telling first.
    absl::flat_hash_map<std::string_view, std::vector<Format>> m_formats;
};

/// Looks all texts up in `catalogue` from now on, in the whole process; nullptr: English. The
/// catalogue must outlive all uses of tr(). To be called before the text is made, best before there
/// are threads.
void useCatalogue(const Catalogue* catalogue) noexcept;

/// `english` in the chosen language, or itself if there is no translation. A `context` tells texts
/// apart that are the same in English only. Never blocks.
[[nodiscard]] const char* tr(const char* english, const char* context = nullptr);

/// A text that is kept in English, in the chosen language: see Catalogue::findData(). The context
/// "data" is that of errors and of remarks, "holder" that of what a value tells of a holder. Bytes
/// of a server are still in the result: pass it through displaySafe(). Never blocks.
[[nodiscard]] std::string trData(std::string_view english, std::string_view context = "data");

/// While one exists, tr() returns English on this thread: for text that programs read.
class InEnglish {
public:
    InEnglish() noexcept;
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;
};

} // namespace lockkeeper
