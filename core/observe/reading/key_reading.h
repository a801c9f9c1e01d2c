// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/text/fingerprint.h"

#include <chrono>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// The Redis type of a key, as far as locks use it.
enum class ValueType : std::uint8_t { None, String, Hash, Set, SortedSet, List, Other };

/// What one master stores under one key, read in one go.
struct KeyReading {
    std::string key;
    ValueType type = ValueType::None;
    std::string value; ///< (String) the bytes, at most kMaxValue of them
    bool isTooLong = false; ///< longer than kMaxValue or kMaxFields, so not a lock, and not read
    /// (Hash) fields and values; (SortedSet) members and scores; (Set, List) members and nothing.
    HashFields fields;
    std::optional<std::size_t> queueLength; ///< of the list of waiters beside it, where read
    std::optional<std::chrono::milliseconds> ttl; ///< at readAt; nullopt: the key never expires
    SteadyTime readAt{}; ///< when the answer came

    /// Longer strings and larger hashes are no locks, and are not read.
    static constexpr std::size_t kMaxValue = 4096;
    static constexpr std::size_t kMaxFields = 1024;

    /// The fingerprint of what is stored; nullopt for None, Other and what was too long to read.
    /// That of a sorted set is its members' alone: scores change whenever a holder renews.
    [[nodiscard]] std::optional<Fingerprint> fingerprint() const;
};

} // namespace lockkeeper::observe
