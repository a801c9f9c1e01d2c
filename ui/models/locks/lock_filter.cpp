// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_filter.h"

#include "ui/models/words/text_parts.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

bool isState(const FilterTerm& term, FilterState state)
{
    const auto* named = std::get_if<StateTerm>(&term.what);
    return named != nullptr && named->state == state && !term.isNegated;
}

} // namespace

LockFilter::LockFilter(const QString& text)
    : m_text(text.trimmed())
{
    QStringList complaints;
    for (FilterWord& word : FilterParser::parse(m_text)) {
        if (!word.complaint.isEmpty())
            complaints << word.complaint;
        if (!word.term)
            continue;
        const bool needsText = word.term->needsText();
        m_needsText = m_needsText || needsText;
        m_needsJudgement = m_needsJudgement || !needsText;
        m_isTimed = m_isTimed || word.term->isTimed();
        m_terms.push_back(std::move(*word.term));
    }
    m_complaint = sentencesText(complaints);
    // Cheap terms first.
    std::ranges::stable_partition(
        m_terms, [](const FilterTerm& term) { return !term.needsText(); });
}

bool LockFilter::has(FilterState state) const
{
    return std::ranges::any_of(
        m_terms, [state](const FilterTerm& term) { return isState(term, state); });
}

bool LockFilter::matches(const FilterSubject& lock, QStringView searchText) const
{
    return std::ranges::all_of(
        m_terms, [&](const FilterTerm& term) { return term.matches(lock, searchText); });
}

bool LockFilter::matches(const LockRow& row, SteadyTime now) const
{
    if (isEmpty())
        return true;
    return matches({.entry = *row.entry,
                       .judgement = row.judgement,
                       .isOurs = row.isOurs,
                       .heldSince = row.heldSince,
                       .now = now},
        needsText() ? searchText(*row.entry) : QString());
}

QString LockFilter::with(const QString& text, FilterState state, bool isOn)
{
    QString changed = text;
    std::vector<FilterWord> words = FilterParser::parse(text);
    std::ranges::reverse(words);
    for (const FilterWord& word : words) {
        if (word.term && isState(*word.term, state))
            changed.remove(word.start, word.length);
    }
    if (isOn)
        changed += u' ' + FilterParser::stateWord(state);
    return changed.simplified();
}

} // namespace lockkeeper::ui
