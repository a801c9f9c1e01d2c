// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/sha256.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::release {

// The chain of the journal: each entry has a hash of itself and of the entry before it, so that a
// change, a gap or another order shows. A line is the entry with these fields at its end:
//
//   "seq":17,"prev":"<hash of entry 16>","hash":"<SHA-256 of the line up to the comma before
//   this>"}
//
// `prev` is null in entry 1. If other bytes stand between the two entries (lines of an older
// version, a line that a crash cut short), `"gap":"<SHA-256 of those bytes>"` follows `prev`. So
// entry 1 of an old journal also commits to all that stood before it.

/// The fields of a chained line.
struct ChainLink {
    std::uint64_t number = 0; ///< from 1
    std::string previous{}; ///< hash of the entry before; empty: this is the first one
    std::string gap{}; ///< hash of what stands between the two; empty: nothing does
    std::string hash{};
    friend bool operator==(const ChainLink&, const ChainLink&) = default;
};

/// Reads the fields of a line (without its newline). Does not compute the hash. nullopt if the line
/// does not end in them. Accepts any bytes. Pure.
[[nodiscard]] std::optional<ChainLink> parseChainLink(std::string_view line);

/// What the next entry continues.
struct ChainEnd {
    std::uint64_t number = 0; ///< of the last chained entry; 0: there is none
    std::string hash{}; ///< of that entry
    std::string gap{}; ///< hash of what stands behind it; empty: nothing does
};

/// The end of the chain in `tail`, the last bytes of a journal; each of its lines counts as ended.
/// nullopt: no chained line is in it, so that more must be read. If `isWhole`, `tail` is all of the
/// journal; else its first line may be cut and is not looked at. Pure.
[[nodiscard]] std::optional<ChainEnd> chainEndIn(std::string_view tail, bool isWhole);

/// The line for `entry` (of formatJournalEntry()) behind `end`, without a newline. Pure.
[[nodiscard]] std::string chainedLine(std::string_view entry, const ChainEnd& end);

/// Where a chain is broken.
struct ChainBreak {
    std::size_t line = 0; ///< the first bad line, from 1
    std::string reason; ///< as in "it was changed: its hash is of another text"
    friend bool operator==(const ChainBreak&, const ChainBreak&) = default;
};

/// What a ChainCheck found.
struct ChainFindings {
    std::size_t entries = 0; ///< in the chain, before the break if there is one
    std::size_t olderLines = 0; ///< before the chain begins; its first entry commits to them
    std::size_t fragments = 0; ///< lines within the chain that are no entry, and are committed to
    bool isCutShort = false; ///< the last line is not ended and no entry: a crash or a full disk
    std::string head{}; ///< hash of the last entry; empty: there is none
    std::optional<ChainBreak> broken{};
};

/// Checks the lines of a journal one after the other. Stops at the first bad line. Not thread-safe.
class ChainCheck {
public:
    enum class From {
        Start, ///< the first line is that of the file
        Middle, ///< older lines were left out: the first chained line is taken as it is
    };
    explicit ChainCheck(From from = From::Start);

    /// `isEnded`: a newline follows.
    void take(std::string_view line, bool isEnded);
    /// The hash of the latest entry that was found good; empty: none.
    [[nodiscard]] const std::string& head() const noexcept { return m_findings.head; }
    /// Call it after the last line, once.
    [[nodiscard]] ChainFindings finish();

private:
    void takeOther(std::string_view line);
    void takeLink(ChainLink link);
    [[nodiscard]] std::optional<ChainBreak> breakOf(const ChainLink& link);

    From m_from;
    ChainFindings m_findings;
    Sha256 m_hasher;
    std::uint64_t m_number = 0; ///< of the latest good entry
    std::size_t m_line = 0;
    Sha256 m_gap; ///< of the lines since the latest good entry
    std::size_t m_gapLines = 0;
    std::size_t m_unhashedEntry = 0; ///< line of the first entry among them; 0: none
    bool m_isLastEnded = true;
};

/// What is wrong with the chain in `text`, the last bytes of a journal, in words; empty: nothing.
/// If `isWhole`, `text` is all of the journal, and the line is named; else its first line may be
/// cut and is not looked at. Accepts any bytes. Pure.
[[nodiscard]] std::string chainBreakIn(std::string_view text, bool isWhole);

} // namespace lockkeeper::release
