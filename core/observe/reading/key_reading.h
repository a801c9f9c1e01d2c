// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/text/fingerprint.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// Redis type of a key, as far as locks use it. Queue: the key is not stored, but nobody gets it
/// before the first in the queue of waiters beside it, see KeyReading::takeQueue(). Node: of
/// another store, whose reader has decoded it, see KeyReading::taken.
enum class ValueType : std::uint8_t {
    None,
    String,
    Hash,
    Set,
    SortedSet,
    List,
    Queue,
    Node,
    Other
};
constexpr auto enumNames(ValueType /*of*/) noexcept
{
    return std::array{"none", "string", "hash", "set", "zset", "list", "queue", "node", "other"};
}

/// The keys of a queue of waiters.
struct WaitQueue {
    std::string list;
    std::string times{}; ///< a sorted set with the same elements; empty: there is none
    std::string twin{}; ///< another lock whose queue has the same name; empty: there is none
    friend bool operator==(const WaitQueue&, const WaitQueue&) = default;
};

/// Who stands in the queue beside a lock.
struct QueueReading {
    static constexpr std::size_t kMost = 1000; ///< elements that are read

    /// In their order, each with its score, which a new wait changes; empty: not known.
    HashFields elements;
    // It was read between the two.
    SteadyTime sent{};
    SteadyTime received{};
};

/// How far two readings of one expiry may differ: covers delays between a master and its reader.
inline constexpr std::chrono::milliseconds kSameExpiry{300};

struct Match;

/// What one master stores under one key, read at one time.
struct KeyReading {
    std::string key;
    ValueType type = ValueType::None;
    std::string value; ///< (String) at most kMaxValue bytes
    bool isTooLong = false; ///< longer than kMaxValue or kMaxFields: no lock, and not read
    /// (Hash) fields and values; (SortedSet) members and scores; (Set, List) members and empty
    /// strings; (Node) what identifies each of the nodes that hold, and empty strings.
    HashFields fields;
    std::shared_ptr<const Match> taken{}; ///< (Node) what it is taken for; null: no lock
    std::optional<QueueReading> queue{}; ///< of waiters, beside the lock, if read
    std::optional<std::chrono::milliseconds> ttl; ///< at readAt; nullopt: the key never expires
    SteadyTime readAt{}; ///< when the reply came

    /// Longer strings and larger hashes are no locks, and are not read.
    static constexpr std::size_t kMaxValue = 4096;
    static constexpr std::size_t kMaxFields = 1024;

    /// (None, with a queue) Makes it a Queue: its field is the first element whose time is not
    /// over, and its TTL what is left of that. Remains None if there is none.
    void takeQueue(WallTime now);
    /// The fingerprint of what is stored; nullopt for None, Other and what was too long to read.
    /// For a sorted set it covers only the members, because each renewal changes the scores.
    [[nodiscard]] std::optional<Fingerprint> fingerprint() const;
};

} // namespace lockkeeper::observe
