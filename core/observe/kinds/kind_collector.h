// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format_set.h"
#include "core/observe/kinds/kind.h"
#include "core/observe/kinds/kind_token.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <array>

namespace lockkeeper::observe {

class KindTally {
public:
    /// True: a new example.
    bool add(const KeyReading& reading, const Assessment& assessment, WallTime now);
    void add(const KindTally& other);
    void setFitting(std::vector<std::string> formats) { m_fitting = std::move(formats); }

    [[nodiscard]] std::size_t keys() const noexcept { return m_keys; }
    [[nodiscard]] std::size_t locks() const noexcept
    {
        return m_certainties[1] + m_certainties[2] + m_certainties[3];
    }
    [[nodiscard]] Kind kind() const;

private:
    static constexpr std::size_t kReasons
        = static_cast<std::size_t>(CertaintyReason::NothingSaysLock) + 1;
    static constexpr std::size_t kTypes = static_cast<std::size_t>(ValueType::Other) + 1;
    /// No lock, then Certainty's values.
    using Certainties = std::array<std::uint32_t, 4>;

    void addFormat(const std::string& name, std::size_t keys);
    void addTtl(std::optional<std::chrono::milliseconds> ttl);

    std::size_t m_keys = 0;
    Certainties m_certainties{};
    std::array<std::array<std::uint32_t, kReasons>, 4> m_reasons{};
    std::array<std::uint32_t, kTypes> m_types{};
    std::array<std::uint32_t, kValueShapes> m_shapes{};
    Shares<std::string> m_formats;
    bool m_isFormatAmbiguous = false;
    std::size_t m_withoutTtl = 0;
    std::optional<std::chrono::milliseconds> m_shortestTtl;
    std::optional<std::chrono::milliseconds> m_longestTtl;
    std::string m_example;
    std::size_t m_exampleCertainty = 0;
    std::vector<std::string> m_fitting;
};

/// Counts keys by kind: give it each reading of a sweep, of all masters. A name counts once.
///
/// - A part with more than kMostWords variants of equal assessment becomes `<word>`; with too many
///   kinds, two parts at once.
/// - Memory: about 10 MB, and 16 bytes per name up to kMostNames. Of too many kinds, keeps only the
///   sum of the rarest, first of kinds without locks.
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

    [[nodiscard]] KindList kinds();

private:
    /// Equally assessed keys of one kind. Only these merge.
    struct Entry {
        Entry(KindTokens named, char taken)
            : tokens(std::move(named))
            , parts(partsThatMayDiffer(tokens))
            , character(taken)
        { }

        KindTokens tokens;
        KindParts parts;
        char character; ///< type, and certainty
        KindTally tally;
    };
    using Entries = absl::flat_hash_map<std::string, Entry>;
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
    absl::flat_hash_set<std::uint64_t> m_names;
    Entries m_entries;
    std::size_t m_otherKeys = 0;
    std::size_t m_mostWords = 0;
    bool m_isCut = false;
};

/// Keeps pointers into the list.
class KindIndex {
public:
    explicit KindIndex(const KindList& list);
    [[nodiscard]] const Kind* find(std::string_view name) const;

private:
    absl::flat_hash_map<std::string, const Kind*> m_byName;
};

} // namespace lockkeeper::observe
