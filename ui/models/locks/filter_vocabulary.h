// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace lockkeeper::ui {

/// Completions for a filter: words of the syntax, and seen libraries, hosts and prefixes, at most
/// kMost each.
class FilterVocabulary {
public:
    static constexpr qsizetype kMost = 100;

    /// Takes less than a microsecond.
    void add(QStringView searchText);
    /// Most frequent first.
    [[nodiscard]] QStringList words() const;

private:
    using Counts = QHash<QString, int>;

    static void count(Counts& counts, QStringView word);
    static void append(
        QStringList& words, const Counts& counts, QStringView before, QStringView after, int least);

    Counts m_libraries;
    Counts m_hosts;
    Counts m_prefixes;
};

} // namespace lockkeeper::ui
