// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/sha256.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::release {

// The journal's hash chain: docs/lockctl.md, "journal". A line ends in these fields:
//
//  "seq":17,"prev":"<hash of entry 16>","hash":"<SHA-256 of the line up to the comma before this>"}
//
// `"gap":"<SHA-256>"` after `prev` stands for other bytes before the entry: an older version's, or
// a cut line.

struct ChainLink {
    std::uint64_t number = 0; ///< from 1
    std::string previous{}; ///< of the entry before; empty for the first
    std::string gap{}; ///< hash of bytes between the two
    std::string hash{};
    friend bool operator==(const ChainLink&, const ChainLink&) = default;
};

/// Accepts any bytes; does not check the hash. nullopt: no such fields at the end.
[[nodiscard]] std::optional<ChainLink> parseChainLink(std::string_view line);

struct ChainEnd {
    std::uint64_t number = 0; ///< of the last chained entry; 0: none
    std::string hash{};
    std::string gap{}; ///< hash of the bytes behind it
};

/// `tail`: the journal's last bytes; unless `isWhole`, its first line may be cut and is ignored.
/// nullopt: no chained line, read more.
[[nodiscard]] std::optional<ChainEnd> chainEndIn(std::string_view tail, bool isWhole);

[[nodiscard]] std::string chainedLine(std::string_view entry, const ChainEnd& end);

struct ChainBreak {
    std::size_t line = 0; ///< the first bad one, from 1
    std::string reason;
    friend bool operator==(const ChainBreak&, const ChainBreak&) = default;
};

struct ChainFindings {
    std::size_t entries = 0; ///< in the chain, before any break
    std::size_t olderLines = 0; ///< before the chain; its first entry covers them
    std::size_t fragments = 0; ///< lines that are no entries, but covered
    bool isCutShort = false; ///< the last line is unfinished, by a crash or full disk
    std::string head{}; ///< the last entry's hash
    std::optional<ChainBreak> broken{};
};

/// Checks a journal line by line, up to the first fault.
class ChainCheck {
public:
    enum class From {
        Start,
        Middle, ///< older lines are missing: trusts the first chained line
    };
    explicit ChainCheck(From from = From::Start);

    void take(std::string_view line, bool isEnded);
    [[nodiscard]] const std::string& head() const noexcept { return m_findings.head; }
    [[nodiscard]] ChainFindings finish();

private:
    void takeOther(std::string_view line);
    void takeLink(ChainLink link);
    [[nodiscard]] std::optional<ChainBreak> breakOf(const ChainLink& link);

    From m_from;
    ChainFindings m_findings;
    Sha256 m_hasher;
    std::uint64_t m_number = 0;
    std::size_t m_line = 0;
    Sha256 m_gap; ///< since the last good entry
    std::size_t m_gapLines = 0;
    std::size_t m_unhashedEntry = 0; ///< the first unchained entry; 0: none
    bool m_isLastEnded = true;
};

/// The first fault in words, or empty. Accepts any bytes. `isWhole`: as in chainEndIn(); else no
/// line is named.
[[nodiscard]] std::string chainBreakIn(std::string_view text, bool isWhole);

} // namespace lockkeeper::release
