// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/fingerprint.h"

#include <chrono>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// The Redis type of a key, as far as locks use it.
enum class ValueType { None, String, Hash, Other };

/// What one master stores under one key, read in one go.
struct KeyReading {
    std::string key;
    ValueType type = ValueType::None;
    std::string value; ///< (String) the bytes, at most kMaxValue of them
    bool isTooLong = false; ///< (String) longer than kMaxValue, so not a lock
    HashFields fields; ///< (Hash) as stored; empty when there are too many to be a lock
    std::optional<std::chrono::milliseconds> ttl; ///< at readAt; nullopt: the key never expires
    SteadyTime readAt{}; ///< when the answer came

    /// Longer strings and larger hashes are no locks, and are not read.
    static constexpr std::size_t kMaxValue = 4096;
    static constexpr std::size_t kMaxFields = 64;

    /// The fingerprint of what is stored; nullopt for None, Other and what was too long to read.
    [[nodiscard]] std::optional<Fingerprint> fingerprint() const;
};

} // namespace lockkeeper::observe
