// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_parser.h"
#include "ui/models/locks/lock_row.h"

namespace lockkeeper::ui {

/// A text that locks are filtered by: see FilterParser. A lock matches if it meets all words that
/// are understood; an empty filter matches all locks. A value; const members are thread-safe.
class LockFilter {
public:
    LockFilter() = default;
    explicit LockFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const noexcept { return m_terms.empty(); }
    /// True if the filter has this word, without a minus.
    [[nodiscard]] bool has(FilterState state) const;
    /// What is wrong with words that are not understood, in sentences. Empty: all are.
    [[nodiscard]] const QString& complaint() const noexcept { return m_complaint; }
    /// True if a lock's search text is needed.
    [[nodiscard]] bool needsText() const noexcept { return m_needsText; }
    /// True if a lock's judgement is needed.
    [[nodiscard]] bool needsJudgement() const noexcept { return m_needsJudgement; }
    /// True if time alone may change what matches.
    [[nodiscard]] bool isTimed() const noexcept { return m_isTimed; }

    /// `searchText`: of the lock; may be empty unless needsText(). The judgement, too, may be empty
    /// unless it is needed.
    [[nodiscard]] bool matches(const FilterSubject& lock, QStringView searchText) const;
    /// Makes the search text if it is needed.
    [[nodiscard]] bool matches(const LockRow& row, SteadyTime now) const;

    /// `text` with the word of this state added at its end, or taken out.
    [[nodiscard]] static QString with(const QString& text, FilterState state, bool isOn);

    friend bool operator==(const LockFilter& a, const LockFilter& b)
    {
        return a.m_text == b.m_text;
    }

private:
    QString m_text; ///< without blanks around it
    std::vector<FilterTerm> m_terms;
    QString m_complaint;
    bool m_needsText = false;
    bool m_needsJudgement = false;
    bool m_isTimed = false;
};

} // namespace lockkeeper::ui
