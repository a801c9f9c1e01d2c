// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_tally.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMostFormats = 8;
constexpr std::size_t kLongestExample = 512;

template <class Array> std::size_t largest(const Array& counts, std::size_t from = 0)
{
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(from);
    return static_cast<std::size_t>(std::max_element(begin, counts.end()) - counts.begin());
}

template <class T> void sortShares(Shares<T>& shares)
{
    std::ranges::stable_sort(shares, std::ranges::greater{}, &Share<T>::keys);
}

template <class T, class Array> Shares<T> sharesOf(const Array& counts)
{
    Shares<T> shares;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            shares.push_back({static_cast<T>(i), counts[i]});
    }
    sortShares(shares);
    return shares;
}

template <class Array> void addAll(Array& counts, const Array& others)
{
    std::ranges::transform(counts, others, counts.begin(), std::plus{});
}

template <class T> std::size_t indexOf(T value)
{
    return static_cast<std::size_t>(value);
}

} // namespace

void KindTally::add(const KeyReading& reading, const Assessment& assessment, WallTime now)
{
    const auto& match = assessment.match;
    const std::size_t certainty = match ? indexOf(match->lock.certainty.level) + 1 : 0;
    if (m_keys == 0 || certainty > m_exampleCertainty) {
        m_example = reading.key.substr(0, kLongestExample);
        m_exampleCertainty = certainty;
    }
    ++m_keys;
    ++m_certainties[certainty];
    ++m_reasons[certainty][indexOf(assessment.reason)];
    ++m_types[indexOf(reading.type)];
    ++m_shapes[indexOf(valueShape(reading, now))];
    addTtl(reading.ttl);
    if (!match)
        return;
    addFormat(match->format->name, 1);
    m_isFormatAmbiguous = m_isFormatAmbiguous || !match->format->alternatives.empty()
        || !match->lock.alternatives.empty();
}

void KindTally::add(const KindTally& other)
{
    if (m_keys == 0 || other.m_exampleCertainty > m_exampleCertainty) {
        m_example = other.m_example;
        m_exampleCertainty = other.m_exampleCertainty;
    }
    m_keys += other.m_keys;
    addAll(m_certainties, other.m_certainties);
    for (std::size_t i = 0; i < m_reasons.size(); ++i)
        addAll(m_reasons[i], other.m_reasons[i]);
    addAll(m_types, other.m_types);
    addAll(m_shapes, other.m_shapes);
    for (const auto& [name, keys] : other.m_formats)
        addFormat(name, keys);
    m_isFormatAmbiguous = m_isFormatAmbiguous || other.m_isFormatAmbiguous;
    m_withoutTtl += other.m_withoutTtl;
    for (const auto& ttl : {other.m_shortestTtl, other.m_longestTtl}) {
        if (ttl)
            addTtl(ttl);
    }
}

void KindTally::addTtl(std::optional<std::chrono::milliseconds> ttl)
{
    if (!ttl) {
        ++m_withoutTtl;
        return;
    }
    m_shortestTtl = std::min(m_shortestTtl.value_or(*ttl), *ttl);
    m_longestTtl = std::max(m_longestTtl.value_or(*ttl), *ttl);
}

/// Of formats that are too many, only the first are kept.
void KindTally::addFormat(const std::string& name, std::size_t keys)
{
    const auto found = std::ranges::find(m_formats, name, &Share<std::string>::what);
    if (found != m_formats.end())
        found->keys += keys;
    else if (m_formats.size() < kMostFormats)
        m_formats.push_back({name, keys});
}

Kind KindTally::kind() const
{
    Kind kind;
    kind.keys = m_keys;
    kind.possible = m_certainties[indexOf(Certainty::Possible) + 1];
    kind.likely = m_certainties[indexOf(Certainty::Likely) + 1];
    kind.certain = m_certainties[indexOf(Certainty::Certain) + 1];
    const std::size_t certainty = locks() == 0 ? 0 : largest(m_certainties, 1);
    if (certainty != 0)
        kind.certainty = static_cast<Certainty>(certainty - 1);
    kind.reason = static_cast<CertaintyReason>(largest(m_reasons[certainty]));
    kind.formats = m_formats;
    sortShares(kind.formats);
    kind.isFormatAmbiguous = m_isFormatAmbiguous;
    kind.types = sharesOf<ValueType>(m_types);
    kind.shapes = sharesOf<ValueShape>(m_shapes);
    kind.withoutTtl = m_withoutTtl;
    kind.shortestTtl = m_shortestTtl;
    kind.longestTtl = m_longestTtl;
    kind.example = m_example;
    return kind;
}

} // namespace lockkeeper::observe
