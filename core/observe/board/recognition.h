// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/known_keys.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reading.h"

#include <absl/container/flat_hash_map.h>
#include <optional>

namespace lockkeeper::observe {

/// Says what a reading means: whether it is a lock, and how its master votes; and learns which
/// possible locks are locks, from what a watcher sees over time. A lock is renewed at steady
/// intervals; or its name is taken again and again, each time by another value of the same form,
/// and was released in between: cached values expire, and are made anew. Caches and counters change
/// in place, or come back as they were. Where each master stores another value, each stores data of
/// its own, unless more than the value's form says lock. The other way round, what counts up is no
/// lock.
///
/// Stores a few bytes for each possible lock that went; forgets all when there are too many. Not
/// thread-safe: lives on its board's thread. `clock` must outlive it.
class Recognition {
public:
    Recognition(FormatSet formats, const Clock& clock)
        : m_formats(std::move(formats))
        , m_clock(clock)
    { }

    /// Format and holder; nullopt: the reading is no lock of any format.
    [[nodiscard]] std::optional<PackedLock> decode(const KeyReading& reading) const;

    /// One master's vote, and the mark of the value that it stores.
    struct Recognised {
        Vote vote;
        ValueMark mark; ///< empty: the value has none, for example because it is no string
        /// The value is a lock, while those of `known` are only possible ones: they are something
        /// else.
        bool isMoreCertain = false;
        /// The value is a number that has grown by a little since the last vote for `known` was
        /// read, while its expiry stayed: INCR does so, and who takes a lock sets a new TTL.
        bool isCountedUp = false;
        /// The value is a possible lock, in place of a token of `known`, which is more; or it is
        /// one that no format knows, in place of the last such token.
        bool isTakeover = false;
    };
    /// The vote of the master. `known` is the board's entry of that name; null: there is none. A
    /// value counts as a token if the entry has it already, or if it is a lock: more than a
    /// possible one if the entry is, unless it is a takeover. Else the vote is Free, with the error
    /// WrongType. Does not compute the fingerprint of a value again that `known`
    /// has.
    [[nodiscard]] Recognised recognise(
        std::size_t master, const KeyReading& reading, const LockEntry* known) const;

    /// Format and holder of a token of `entry`, once its vote is counted. Without a format: the
    /// reading is no lock any more.
    [[nodiscard]] PackedLock decodeToken(
        const LockEntry& entry, const KeyReading& reading, const Recognised& recognised) const;

    /// Keeps what is known of tokens that do not lead: see LockEntry::rivals. Call it with each
    /// reading of an entry with several tokens, once its vote is counted and before the format is
    /// updated. `before`: the described token before it.
    void keepRivals(LockEntry& entry, const std::optional<Fingerprint>& before,
        const KeyReading& reading, const Vote& vote) const;

    /// True for a collection that was a lock and may still be one, but is too large to be read.
    [[nodiscard]] static bool isOvergrown(const LockEntry& known, const KeyReading& reading);

    /// The record is new. Raises it to Likely if its name was taken often enough, or if it was seen
    /// to be stored for seconds only. `token` is that of the reading; `lease` the TTL with which
    /// the key was stored, if that was seen.
    void noteAppeared(BoardRecord& record, const Fingerprint& token,
        std::optional<std::chrono::milliseconds> lease);
    /// The master votes anew, before that counts. Notes whether the key was deleted before its TTL
    /// had passed, and whether its value has counted up or taken the place of a sure lock's.
    static void noteVote(BoardRecord& record, std::size_t master, const Recognised& recognised);
    /// The record was read or decoded. Raises it to Likely if it has behaved as a lock; lowers it
    /// to Possible if it counts up, unless it is certain.
    static void noteRead(BoardRecord& record);
    /// The record will be removed.
    void noteGone(const BoardRecord& record);

private:
    static constexpr std::size_t kMostNames = 50'000;
    struct Past {
        const void* format = nullptr; ///< only compared
        std::optional<Fingerprint> token;
        std::uint32_t takenAgain = 0; ///< by another value of the same format
        bool wasReleased = false; ///< at least once
    };

    FormatSet m_formats;
    const Clock& m_clock;
    absl::flat_hash_map<std::uint64_t, Past> m_names; ///< by hash of the name
};

} // namespace lockkeeper::observe
