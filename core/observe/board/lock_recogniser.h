// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/reading/key_reading.h"

#include <optional>

namespace lockkeeper::observe {

/// Says what a reading means: whether it is a lock, and how its master votes. Not thread-safe:
/// lives on its board's thread. `clock` must outlive it.
class LockRecogniser {
public:
    LockRecogniser(FormatSet formats, const Clock& clock)
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
        bool isCountedUp = false; ///< see LockBehaviour
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

private:
    FormatSet m_formats;
    const Clock& m_clock;
};

} // namespace lockkeeper::observe
