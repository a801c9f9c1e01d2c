// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/traffic/traffic_learner.h"

#include <absl/container/flat_hash_map.h>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// True if keys that change so may be locks: they come again and again, are often deleted before
/// their TTL has passed, and never change in place. Weaker than isUsedAsLock(): nobody has heard
/// who did it, and who was refused. Pure.
[[nodiscard]] bool isChangedAsLock(const HeardUse& use);

/// Learns how each key of one master is used from what it stores, reading after reading, where its
/// commands can't be heard. What happens between two readings is missed. Of values it keeps
/// fingerprints. Not thread-safe.
class ChangeLearner {
public:
    /// A key was read, or is gone. Readings must come in the order of their times.
    void add(const KeyReading& reading);
    /// All keys have been read once: those that come now are new.
    void start() noexcept { m_hasStarted = true; }

    /// Those that came, or stayed and were prolonged.
    [[nodiscard]] std::vector<TrafficLearner::Name> names() const;
    [[nodiscard]] bool isCut() const noexcept { return m_isCut; } ///< there were more names

private:
    struct Key {
        HeardUse use;
        std::optional<Fingerprint> value; ///< nullopt: it is not there
        std::optional<SteadyTime> until; ///< nullopt: without a TTL
        bool wasReleased = false;
    };
    void change(Key& key, const Fingerprint& value, std::optional<SteadyTime> until);
    static void remove(Key& key, SteadyTime now);

    absl::flat_hash_map<std::string, Key> m_keys;
    bool m_hasStarted = false;
    bool m_isCut = false;
};

} // namespace lockkeeper::observe
