// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace lockkeeper::ui {

/// Words that a filter may be completed with: those of the syntax, and the libraries, hosts and
/// prefixes that were seen. Keeps the first kMost of each. A value.
class FilterVocabulary {
public:
    static constexpr qsizetype kMost = 100;

    /// Notes what a lock's search text has. Takes less than a microsecond.
    void add(QStringView searchText);
    /// All words, for a completion of a part of one of them. Those seen most often come first.
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
