// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_term.h"
#include "ui/models/locks/lock_row.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>
#include <vector>

namespace lockkeeper::ui {

struct FilterWord {
    qsizetype start = 0;
    qsizetype length = 0; ///< with minus and quotes
    std::optional<FilterTerm> term{}; ///< nullopt: no meaning (yet); ignored
    QString complaint{}; ///< why there is no term; a sentence, or empty
};

/// Syntax of filters: a lock must meet all words. Quotes make a word a text; a minus negates it.
/// - state: `stale`
/// - field: `library:redisson`
/// - comparison: `held>1h`
/// - regular expression: `/^orders:\d+/`
/// - glob: `orders:*`
/// - else a text in resource, holder or library
class FilterParser {
    Q_DECLARE_TR_FUNCTIONS(FilterParser)
public:
    /// Never fails. Thread-safe.
    [[nodiscard]] static std::vector<FilterWord> parse(const QString& text);

    [[nodiscard]] static QStringList knownWords();
    [[nodiscard]] static QString stateWord(FilterState state);
};

/// Completions, at most kMost of each kind.
class FilterVocabulary {
public:
    static constexpr qsizetype kMost = 100;

    void add(QStringView searchText);
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

/// A parsed filter (see FilterParser); empty matches all. Const members are thread-safe.
class LockFilter {
public:
    LockFilter() = default;
    explicit LockFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const noexcept { return m_terms.empty(); }
    /// Without a minus.
    [[nodiscard]] bool has(FilterState state) const;
    [[nodiscard]] const QString& complaint() const noexcept { return m_complaint; }
    [[nodiscard]] bool needsText() const noexcept { return m_needsText; }
    [[nodiscard]] bool needsJudgement() const noexcept { return m_needsJudgement; }
    /// Time alone may change matches.
    [[nodiscard]] bool isTimed() const noexcept { return m_isTimed; }

    /// `searchText` and judgement may be empty unless needed.
    [[nodiscard]] bool matches(const FilterSubject& lock, QStringView searchText) const;
    [[nodiscard]] bool matches(const LockRow& row, SteadyTime now) const;

    [[nodiscard]] static QString with(const QString& text, FilterState state, bool isOn);

    friend bool operator==(const LockFilter& a, const LockFilter& b)
    {
        return a.m_text == b.m_text;
    }

private:
    QString m_text;
    std::vector<FilterTerm> m_terms;
    QString m_complaint;
    bool m_needsText = false;
    bool m_needsJudgement = false;
    bool m_isTimed = false;
};

} // namespace lockkeeper::ui
