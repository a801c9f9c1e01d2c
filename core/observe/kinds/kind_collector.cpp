// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_collector.h"

#include "core/text/seeded_hash.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

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

bool KindTally::add(const KeyReading& reading, const Assessment& assessment, WallTime now)
{
    const auto& match = assessment.match;
    const std::size_t certainty = match ? indexOf(match->lock.certainty.level) + 1 : 0;
    const bool isExample = m_keys == 0 || certainty > m_exampleCertainty;
    if (isExample) {
        m_example = reading.key.substr(0, kLongestExample);
        m_exampleCertainty = certainty;
    }
    ++m_keys;
    ++m_certainties[certainty];
    ++m_reasons[certainty][indexOf(assessment.reason)];
    ++m_types[indexOf(reading.type)];
    ++m_shapes[indexOf(valueShape(reading, now))];
    addTtl(reading.ttl);
    if (match) {
        addFormat(match->format->name, 1);
        m_isFormatAmbiguous = m_isFormatAmbiguous || !match->format->alternatives.empty()
            || !match->lock.alternatives.empty();
    }
    return isExample;
}

void KindTally::add(const KindTally& other)
{
    if (m_keys == 0 || other.m_exampleCertainty > m_exampleCertainty) {
        m_example = other.m_example;
        m_exampleCertainty = other.m_exampleCertainty;
        m_fitting = other.m_fitting;
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
    kind.fitting = m_fitting;
    kind.types = sharesOf<ValueType>(m_types);
    kind.shapes = sharesOf<ValueShape>(m_shapes);
    kind.withoutTtl = m_withoutTtl;
    kind.shortestTtl = m_shortestTtl;
    kind.longestTtl = m_longestTtl;
    kind.example = m_example;
    return kind;
}

namespace {

char characterOf(const KeyReading& reading, const Assessment& assessment)
{
    constexpr int kTypes = 16;
    int certainty = 0;
    if (assessment.match)
        certainty = assessment.match->lock.certainty.level == Certainty::Possible ? 1 : 2;
    return static_cast<char>(certainty * kTypes + static_cast<int>(reading.type));
}

bool hasToken(const KindTokens& tokens, std::string_view text)
{
    return std::ranges::find(tokens, text, &KindToken::text) != tokens.end();
}

KindTokens withAnyId(const KindTokens& tokens)
{
    KindTokens result = tokens;
    for (KindToken& token : result) {
        if (token.text == "<n>" || token.text == "<hex>" || token.text == "<word>")
            token.text = "<id>";
    }
    return result;
}

constexpr std::size_t kMostWordsAtOnce = 2;
using Choice = std::array<KindPart, kMostWordsAtOnce>;

std::span<const KindPart> spanOf(const Choice& choice, std::size_t words)
{
    return std::span(choice).first(words);
}

std::vector<Choice> choicesOf(const KindParts& parts, std::size_t words)
{
    constexpr std::size_t kMostOfPairs = 4;
    std::vector<Choice> choices;
    if (words == 1) {
        for (const KindPart part : parts)
            choices.push_back({part, {}});
        return choices;
    }
    const std::size_t count = std::min(parts.size(), kMostOfPairs);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            if (parts[i].begin >= parts[j].end || parts[j].begin >= parts[i].end)
                choices.push_back({parts[i], parts[j]});
        }
    }
    return choices;
}

std::size_t wordsIn(const KindTokens& tokens)
{
    return static_cast<std::size_t>(std::ranges::count(tokens, "<word>", &KindToken::text));
}

} // namespace

std::string KindCollector::keyOf(
    const KindTokens& tokens, char character, std::span<const KindPart> words)
{
    std::string key = textWithWords(tokens, words);
    key.push_back('\0');
    key.push_back(character);
    return key;
}

void KindCollector::add(const KeyReading& reading)
{
    if (reading.type == ValueType::None)
        return;
    if (m_names.size() >= kMostNames) {
        m_isCut = m_isCut || !m_names.contains(seededHash(reading.key));
        return;
    }
    if (!m_names.insert(seededHash(reading.key)).second)
        return;
    const WallTime now = m_clock.wallNow();
    const Assessment assessment = m_formats.assess(reading, now);
    KindTally& tally = entryOf(tokensOfName(reading.key), characterOf(reading, assessment)).tally;
    if (tally.add(reading, assessment, now))
        tally.setFitting(formatsThatRead(reading, now));
    if (m_entries.size() > kMostKinds) {
        merge();
        dropRare();
    }
}

KindCollector::Entry& KindCollector::entryOf(KindTokens tokens, char character)
{
    std::string key = keyOf(tokens, character);
    if (const auto found = m_entries.find(key); found != m_entries.end())
        return found->second;
    Entry entry(std::move(tokens), character);
    if (Entry* const wider = widerEntry(entry))
        return *wider;
    return m_entries.try_emplace(std::move(key), std::move(entry)).first->second;
}

KindCollector::Entry* KindCollector::widerEntry(const Entry& entry)
{
    for (std::size_t words = 1; words <= std::min(m_mostWords, kMostWordsAtOnce); ++words) {
        for (const auto& choice : choicesOf(entry.parts, words)) {
            const auto found
                = m_entries.find(keyOf(entry.tokens, entry.character, spanOf(choice, words)));
            if (found != m_entries.end())
                return &found->second;
        }
    }
    return nullptr;
}

bool KindCollector::mergeOnce(std::size_t words)
{
    // Hashes: texts of all candidates take much longer.
    absl::flat_hash_map<std::uint64_t, std::size_t> alike;
    std::map<std::string, std::vector<std::uint64_t>> wider;
    for (const auto& [key, entry] : m_entries) {
        alike[seededHash(key)] += kMostWords; // an existing kind takes every other one
        std::vector<std::uint64_t>& hashes = wider[key];
        for (const auto& choice : choicesOf(entry.parts, words))
            hashes.push_back(
                seededHash(keyOf(entry.tokens, entry.character, spanOf(choice, words))));
        for (const std::uint64_t hash : hashes)
            ++alike[hash];
    }
    const std::size_t least = words == 1 ? kMostWords : kMostWords * kMostWords;
    bool isAnyMerged = false;
    // Independent of the table's order.
    for (const auto& [key, hashes] : wider) {
        const auto best
            = std::ranges::max_element(hashes, {}, [&](std::uint64_t hash) { return alike[hash]; });
        if (best == hashes.end() || alike[*best] <= least)
            continue;
        isAnyMerged = true;
        const auto node = m_entries.extract(key);
        const Entry& from = node.mapped();
        const auto choice
            = choicesOf(from.parts, words)[static_cast<std::size_t>(best - hashes.begin())];
        KindTokens tokens = withWords(from.tokens, spanOf(choice, words));
        m_mostWords = std::max(m_mostWords, wordsIn(tokens));
        std::string into = keyOf(tokens, from.character);
        m_entries.try_emplace(std::move(into), std::move(tokens), from.character)
            .first->second.tally.add(from.tally);
    }
    return isAnyMerged;
}

void KindCollector::merge()
{
    constexpr int kMostRounds = 6; // one part of each name per round
    for (int round = 0; round < kMostRounds && mergeOnce(1); ++round) { }
    if (m_entries.size() > kMostKinds / 2)
        (void)mergeOnce(2);
}

void KindCollector::dropRare()
{
    constexpr std::size_t kKept = kMostKinds / 2;
    if (m_entries.size() <= kKept)
        return;
    using Rank = std::tuple<bool, std::size_t, std::string>;
    std::vector<Rank> ranks;
    for (const auto& [key, entry] : m_entries)
        ranks.emplace_back(entry.tally.locks() > 0, entry.tally.keys(), key);
    std::ranges::sort(ranks);
    ranks.resize(ranks.size() - kKept);
    for (const auto& [hasLocks, keys, key] : ranks) {
        m_otherKeys += keys;
        m_entries.erase(key);
    }
}

/// No pattern tells random ids apart. Words are ids only beside random ids.
void KindCollector::uniteIds(std::vector<Entry>& entries)
{
    std::map<std::string, std::vector<Entry*>> alike;
    for (Entry& entry : entries)
        alike[kindText(withAnyId(entry.tokens))].push_back(&entry);
    for (auto& [text, group] : alike) {
        const bool hasIds = std::ranges::any_of(
            group, [](const Entry* entry) { return hasToken(entry->tokens, "<id>"); });
        if (!hasIds)
            std::erase_if(
                group, [](const Entry* entry) { return hasToken(entry->tokens, "<word>"); });
        const bool isSame = std::ranges::all_of(
            group, [&](const Entry* entry) { return entry->tokens == group.front()->tokens; });
        if (isSame)
            continue;
        for (Entry* const entry : group)
            entry->tokens = withAnyId(entry->tokens);
    }
}

KindIndex::KindIndex(const KindList& list)
{
    for (const Kind& kind : list.kinds)
        m_byName.emplace(kind.name, &kind);
}

const Kind* KindIndex::find(std::string_view name) const
{
    const KindTokens named = tokensOfName(name);
    for (const KindTokens& tokens : {named, withAnyId(named)}) {
        for (std::size_t words = 0; words <= kMostWordsAtOnce; ++words) {
            const std::vector<Choice> choices = words == 0
                ? std::vector<Choice>(1)
                : choicesOf(partsThatMayDiffer(tokens), words);
            for (const Choice& choice : choices) {
                const auto found = m_byName.find(textWithWords(tokens, spanOf(choice, words)));
                if (found != m_byName.end())
                    return found->second;
            }
        }
    }
    return nullptr;
}

KindList KindCollector::kinds()
{
    merge();
    std::vector<Entry> entries;
    for (const auto& [key, entry] : m_entries)
        entries.push_back(entry);
    uniteIds(entries);
    // Kinds of one name: the majority's assessment first.
    std::ranges::sort(entries, std::ranges::greater{}, [](const Entry& entry) {
        return std::tuple(entry.tally.locks(), entry.tally.keys(), entry.character);
    });
    std::map<std::string, Entry> byName;
    for (Entry& entry : entries) {
        auto [found, isNew] = byName.try_emplace(kindText(entry.tokens), entry);
        if (!isNew)
            found->second.tally.add(entry.tally);
    }
    KindList list{.kinds = {}, .keys = m_otherKeys, .otherKeys = m_otherKeys, .isCut = m_isCut};
    for (const auto& [name, entry] : byName) {
        list.kinds.push_back(entry.tally.kind());
        list.kinds.back().name = name;
        list.kinds.back().pattern = kindGlob(entry.tokens);
        list.keys += entry.tally.keys();
    }
    std::ranges::stable_sort(list.kinds, std::ranges::greater{}, &Kind::keys);
    return list;
}

} // namespace lockkeeper::observe
