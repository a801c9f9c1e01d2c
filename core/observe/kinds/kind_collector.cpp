// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind_collector.h"

#include "core/text/seeded_hash.h"

#include <algorithm>
#include <map>

namespace lockkeeper::observe {
namespace {

/// What must be the same for kinds to be merged.
char characterOf(const KeyReading& reading, const Assessment& assessment)
{
    constexpr int kTypes = 16;
    int certainty = 0;
    if (assessment.match)
        certainty = assessment.match->lock.certainty == Certainty::Possible ? 1 : 2;
    return static_cast<char>(certainty * kTypes + static_cast<int>(reading.type));
}

/// The name with one placeholder for all forms that random ids and numbers have: a random id may
/// be of digits only.
KindTokens withAnyId(const KindTokens& tokens)
{
    KindTokens result = tokens;
    for (KindToken& token : result) {
        if (token.type == KindToken::Type::Placeholder
            && (token.text == "<n>" || token.text == "<hex>"))
            token.text = "<id>";
    }
    return result;
}

} // namespace

std::string KindCollector::keyOf(const KindTokens& tokens, char character)
{
    std::string key = kindText(tokens);
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
    entryOf(tokensOfName(reading.key), characterOf(reading, assessment))
        .tally.add(reading, assessment, now);
    if (m_entries.size() > kMostKinds) {
        merge();
        dropRare();
    }
}

KindCollector::Entry& KindCollector::entryOf(KindTokens tokens, char character)
{
    auto found = m_entries.find(keyOf(tokens, character));
    if (found == m_entries.end() && widen(tokens, character))
        found = m_entries.find(keyOf(tokens, character));
    if (found == m_entries.end())
        found = m_entries.try_emplace(keyOf(tokens, character), Entry{tokens, character, {}}).first;
    return found->second;
}

/// Puts `<word>` into a name if that leads to a kind which exists already.
bool KindCollector::widen(KindTokens& tokens, char character) const
{
    const auto tryPart = [&](const KindTokens& from, KindPart part) {
        KindTokens wider = withWord(from, part);
        if (!m_entries.contains(keyOf(wider, character)))
            return false;
        tokens = std::move(wider);
        return true;
    };
    const auto parts = partsThatMayDiffer(tokens);
    for (const KindPart part : parts) {
        if (tryPart(tokens, part))
            return true;
    }
    for (std::size_t i = 0; m_hasTwoWords && i < parts.size(); ++i) {
        const KindTokens once = withWord(tokens, parts[i]);
        for (const KindPart second : partsThatMayDiffer(once)) {
            if (tryPart(once, second))
                return true;
        }
    }
    return false;
}

/// Merges kinds that differ in one part only. Returns false if there was nothing to merge.
bool KindCollector::mergeOnce()
{
    absl::flat_hash_map<std::string, std::size_t> alike;
    for (const auto& [key, entry] : m_entries) {
        for (const KindPart part : partsThatMayDiffer(entry.tokens))
            ++alike[keyOf(withWord(entry.tokens, part), entry.character)];
    }
    // In the order of their names: the result must not depend on that of the table.
    std::map<std::string, KindTokens> merged;
    for (const auto& [key, entry] : m_entries) {
        std::size_t most = kMostWords;
        for (const KindPart part : partsThatMayDiffer(entry.tokens)) {
            KindTokens wider = withWord(entry.tokens, part);
            const std::string widerKey = keyOf(wider, entry.character);
            const std::size_t count
                = alike[widerKey] + (m_entries.contains(widerKey) ? kMostWords : 0);
            if (count > most) {
                most = count;
                merged[key] = std::move(wider);
            }
        }
    }
    for (auto& [key, tokens] : merged) {
        const auto node = m_entries.extract(key);
        const Entry& from = node.mapped();
        Entry& into
            = m_entries
                  .try_emplace(keyOf(tokens, from.character), Entry{tokens, from.character, {}})
                  .first->second;
        into.tally.add(from.tally);
        const auto words = std::ranges::count(tokens, withWord({}, {}).front());
        m_hasTwoWords = m_hasTwoWords || words > 1;
    }
    return !merged.empty();
}

void KindCollector::merge()
{
    constexpr int kMostRounds = 6; // a part of each name a round
    for (int round = 0; round < kMostRounds && mergeOnce(); ++round) { }
}

/// Makes room for new kinds.
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

/// Kinds that differ only in the form of their ids become one if there is one for any id. No
/// pattern could tell them apart.
void KindCollector::uniteIds(std::vector<Entry>& entries)
{
    std::map<std::string, std::vector<Entry*>> alike;
    for (Entry& entry : entries)
        alike[kindText(withAnyId(entry.tokens))].push_back(&entry);
    for (auto& [text, group] : alike) {
        const std::string first = kindText(group.front()->tokens);
        const bool isSame = std::ranges::all_of(
            group, [&](const Entry* entry) { return kindText(entry->tokens) == first; });
        if (isSame)
            continue;
        for (Entry* const entry : group)
            entry->tokens = withAnyId(entry->tokens);
    }
}

KindList KindCollector::kinds()
{
    merge();
    std::vector<Entry> entries;
    for (const auto& [key, entry] : m_entries)
        entries.push_back(entry);
    uniteIds(entries);
    // Kinds of one name: what most of their keys are taken for comes first.
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
