// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_term.h"

#include <QCoreApplication>
#include <QStringList>
#include <vector>

namespace lockkeeper::ui {

/// A word of a filter, and where it stands in the text.
struct FilterWord {
    qsizetype start = 0;
    qsizetype length = 0; ///< with its minus and its quotes
    std::optional<FilterTerm> term{}; ///< nullopt: it has no meaning (yet), and is ignored
    QString complaint{}; ///< why it has none, in a sentence; empty: nothing to say
};

/// The syntax of filters.
///
/// A filter is words separated by blanks; a lock must meet all of them. A word is a state
/// (`stale`), a field (`library:redisson`), a comparison (`held>1h`), a regular expression
/// (`/^orders:\d+/`), a glob (`orders:*`) or else a text that the resource, holder or library
/// contains. Quotes make a text of anything ("held"). A minus before a word turns it round.
class FilterParser {
    Q_DECLARE_TR_FUNCTIONS(FilterParser)
public:
    /// Reads a filter word by word. Never fails. Pure, thread-safe.
    [[nodiscard]] static std::vector<FilterWord> parse(const QString& text);

    /// The words that have a meaning: "stale", "library:", "held>" ...
    [[nodiscard]] static QStringList knownWords();
    /// "stale"
    [[nodiscard]] static QString stateWord(FilterState state);
};

} // namespace lockkeeper::ui
