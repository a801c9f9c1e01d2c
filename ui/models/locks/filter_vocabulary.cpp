// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/filter_vocabulary.h"

#include "ui/models/locks/filter_parser.h"

#include <algorithm>

namespace lockkeeper::ui {

void FilterVocabulary::add(QStringView searchText)
{
    const QStringView name = searchLine(searchText, SearchLine::Resource);
    // "lock:orders:17" has the prefixes "lock:" and "lock:orders:".
    const qsizetype colon = name.indexOf(u':');
    const qsizetype second = colon < 0 ? -1 : name.indexOf(u':', colon + 1);
    count(m_prefixes, name.first(colon + 1));
    count(m_prefixes, name.first(second + 1));
    count(m_libraries, searchLine(searchText, SearchLine::Library));
    const QStringView hosts = searchLine(searchText, SearchLine::Hosts);
    for (const QStringView host : hosts.tokenize(kSearchSeparator, Qt::SkipEmptyParts))
        count(m_hosts, host);
}

void FilterVocabulary::count(Counts& counts, QStringView word)
{
    if (word.isEmpty() || word.contains(u' ') || word.contains(u'"'))
        return;
    const QString key = word.toString();
    if (const auto found = counts.find(key); found != counts.end())
        ++*found;
    else if (counts.size() < kMost)
        counts.insert(key, 1);
}

QStringList FilterVocabulary::words() const
{
    QStringList words = FilterParser::knownWords();
    append(words, m_libraries, u"library:", {}, 1);
    append(words, m_hosts, u"host:", {}, 1);
    append(words, m_prefixes, {}, u"*", 2);
    return words;
}

void FilterVocabulary::append(
    QStringList& words, const Counts& counts, QStringView before, QStringView after, int least)
{
    QStringList seen = counts.keys();
    std::ranges::sort(seen, [&counts](const QString& a, const QString& b) {
        return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
    });
    for (const QString& word : std::as_const(seen)) {
        if (counts[word] >= least)
            words << before.toString() + word + after.toString();
    }
}

} // namespace lockkeeper::ui
