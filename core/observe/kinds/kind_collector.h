// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/kind_tally.h"
#include "core/observe/kinds/kind_token.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

namespace lockkeeper::observe {

/// Counts keys by kind. Pass it every reading of a sweep, of all masters: the first reading of a
/// name counts.
///
/// Where more than kMostWords names differ in one part only, and are taken for the same, that part
/// becomes `<word>`: `rq:scheduler-lock:<word>`. Where there are too many kinds, two parts may
/// become `<word>` at once.
///
/// Memory is bounded: about 10 MB, and 16 bytes for each of the first kMostNames names. When there
/// are more than kMostKinds kinds, the rarest are only counted together, those without locks first.
///
/// Not thread-safe. `clock` must outlive it.
class KindCollector {
public:
    KindCollector(FormatSet formats, const Clock& clock)
        : m_formats(std::move(formats))
        , m_clock(clock)
    { }

    static constexpr std::size_t kMostWords = 8;
    static constexpr std::size_t kMostKinds = 4096;
    static constexpr std::size_t kMostNames = 1'000'000;

    void add(const KeyReading& reading);

    /// What was counted so far. Takes some milliseconds.
    [[nodiscard]] KindList kinds();

private:
    /// Keys of one kind that are taken for the same: only such kinds are merged.
    struct Entry {
        Entry(KindTokens named, char taken)
            : tokens(std::move(named))
            , parts(partsThatMayDiffer(tokens))
            , character(taken)
        { }

        KindTokens tokens;
        KindParts parts; ///< of the tokens, which may differ
        char character; ///< type, and certainty that it is a lock
        KindTally tally;
    };
    using Entries = absl::flat_hash_map<std::string, Entry>; ///< by keyOf()
    static std::string keyOf(
        const KindTokens& tokens, char character, std::span<const KindPart> words = {});

    Entry& entryOf(KindTokens tokens, char character);
    [[nodiscard]] Entry* widerEntry(const Entry& entry);
    bool mergeOnce(std::size_t words);
    void merge();
    void dropRare();
    static void uniteIds(std::vector<Entry>& entries);

    FormatSet m_formats;
    const Clock& m_clock;
    absl::flat_hash_set<std::uint64_t> m_names; ///< hashes of the names that were counted
    Entries m_entries;
    std::size_t m_otherKeys = 0;
    std::size_t m_mostWords = 0; ///< placeholders `<word>` in one kind
    bool m_isCut = false;
};

} // namespace lockkeeper::observe
