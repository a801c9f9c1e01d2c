// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/known_keys.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reading.h"

#include <absl/container/flat_hash_map.h>
#include <optional>

namespace lockkeeper::observe {

/// Decides whether a reading is a lock, and its master's vote. Learns which possible locks behave
/// as locks: docs/formats.md, "What a name says".
class Recognition {
public:
    Recognition(FormatSet formats, const Clock& clock)
        : m_formats(std::move(formats))
        , m_clock(clock)
    { }

    [[nodiscard]] std::optional<PackedLock> decode(const KeyReading& reading) const;

    struct Recognised {
        Vote vote;
        ValueMark mark;
        /// The value is a lock, `known` only possibly: its tokens are something else.
        bool isMoreCertain = false;
        /// A number slightly above the last, with the same expiry: INCR, as taking a lock sets a
        /// new TTL.
        bool isCountedUp = false;
        /// On this master, a weaker value replaced a certain token, or an unknown one the last
        /// certain token.
        bool isTakeover = false;
        bool isSameShared = false; ///< (while a loss is expected) see CastVotes::set()
    };
    /// `known`: the board's entry, or null. A token is a value of the entry, a lock as certain as
    /// it, or a takeover. Otherwise the vote is Free with WrongType.
    [[nodiscard]] Recognised recognise(
        std::size_t master, const KeyReading& reading, const LockEntry* known) const;

    /// After the token's vote. Result without a format: no lock any more.
    [[nodiscard]] PackedLock decodeToken(
        const LockEntry& entry, const KeyReading& reading, const Recognised& recognised) const;

    /// For an entry with several tokens, between the vote and the format's update. `before`: the
    /// token described before the vote.
    void keepRivals(LockEntry& entry, const std::optional<Fingerprint>& before,
        const KeyReading& reading, const Vote& vote) const;

    /// Perhaps still a lock, but too large to read.
    [[nodiscard]] static bool isOvergrown(const LockEntry& known, const KeyReading& reading);

    /// Becomes Likely if its name was taken often, or its key lives for seconds. `lease`: its first
    /// TTL, if seen.
    void noteAppeared(BoardRecord& record, const Fingerprint& token,
        std::optional<std::chrono::milliseconds> lease);
    /// Before the vote counts.
    static void noteVote(BoardRecord& record, std::size_t master, const Recognised& recognised);
    /// Likely if it behaved as a lock; Possible if it counts up and is not certain.
    static void noteRead(BoardRecord& record);
    void noteGone(const BoardRecord& record);

private:
    static constexpr std::size_t kMostNames = 50'000;
    struct Past {
        const void* format = nullptr; ///< only compared
        std::optional<Fingerprint> token;
        std::uint32_t takenAgain = 0;
        bool wasReleased = false;
    };

    FormatSet m_formats;
    const Clock& m_clock;
    absl::flat_hash_map<std::uint64_t, Past> m_names;
};

} // namespace lockkeeper::observe
