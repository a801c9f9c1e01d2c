// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/filter_parser.h"
#include "ui/models/locks/lock_row.h"

namespace lockkeeper::ui {

/// A parsed filter text (see FilterParser); empty matches all. Const members are thread-safe.
class LockFilter {
public:
    LockFilter() = default;
    explicit LockFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const noexcept { return m_terms.empty(); }
    /// Without a minus.
    [[nodiscard]] bool has(FilterState state) const;
    /// Faults of meaningless words, in sentences; empty: none.
    [[nodiscard]] const QString& complaint() const noexcept { return m_complaint; }
    [[nodiscard]] bool needsText() const noexcept { return m_needsText; }
    [[nodiscard]] bool needsJudgement() const noexcept { return m_needsJudgement; }
    /// Matches may change with time alone.
    [[nodiscard]] bool isTimed() const noexcept { return m_isTimed; }

    /// `searchText` and judgement may be empty unless needed.
    [[nodiscard]] bool matches(const FilterSubject& lock, QStringView searchText) const;
    [[nodiscard]] bool matches(const LockRow& row, SteadyTime now) const;

    /// Adds or removes the state's word.
    [[nodiscard]] static QString with(const QString& text, FilterState state, bool isOn);

    friend bool operator==(const LockFilter& a, const LockFilter& b)
    {
        return a.m_text == b.m_text;
    }

private:
    QString m_text; ///< trimmed
    std::vector<FilterTerm> m_terms;
    QString m_complaint;
    bool m_needsText = false;
    bool m_needsJudgement = false;
    bool m_isTimed = false;
};

} // namespace lockkeeper::ui
