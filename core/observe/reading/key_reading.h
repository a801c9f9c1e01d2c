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

/// Redis type, as far as locks use it. Queue: not stored, but reserved for the first waiter, see
/// takeQueue(). Node: of another store.
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

struct WaitQueue {
    std::string list;
    std::string times{}; ///< of the same elements
    std::string twin{}; ///< lock with the same queue name
    friend bool operator==(const WaitQueue&, const WaitQueue&) = default;
};

struct QueueReading {
    static constexpr std::size_t kMost = 1000;

    /// In order, with the score, which a new wait changes; empty: unknown.
    HashFields elements;
    // Read between `sent` and `received`.
    SteadyTime sent{};
    SteadyTime received{};
};

/// Readings of one expiry differ by up to this, as replies are delayed.
inline constexpr std::chrono::milliseconds kSameExpiry{300};

struct Match;

struct KeyReading {
    std::string key;
    ValueType type = ValueType::None;
    std::string value; ///< (String) up to kMaxValue bytes
    bool isTooLong = false; ///< beyond kMaxValue or kMaxFields: no lock
    /// (Hash) fields and values; (SortedSet) members and scores; (Set, List) members, (Node) ids of
    /// holding nodes, with empty texts.
    HashFields fields;
    std::shared_ptr<const Match> taken{}; ///< (Node) null: no lock
    std::optional<QueueReading> queue{};
    std::optional<std::chrono::milliseconds> ttl; ///< at readAt; nullopt: never expires
    SteadyTime readAt{}; ///< arrival of the reply

    static constexpr std::size_t kMaxValue = 4096;
    static constexpr std::size_t kMaxFields = 1024;

    /// (None, with a queue) Becomes a Queue if an element's time is not over: that element is the
    /// field, the rest of its time the TTL.
    void takeQueue(WallTime now);
    /// nullopt: None, Other or too long. Ignores a sorted set's scores: renewals change them.
    [[nodiscard]] std::optional<Fingerprint> fingerprint() const;
};

} // namespace lockkeeper::observe
