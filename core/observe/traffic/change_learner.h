// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/traffic/traffic_learner.h"

#include <absl/container/flat_hash_map.h>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// Weaker than isUsedAsLock(): shows neither who acted nor who was refused.
[[nodiscard]] bool isChangedAsLock(const HeardUse& use);

/// Learns the use of one master's keys from readings. Keeps values as fingerprints.
class ChangeLearner {
public:
    /// In order of time, also of gone keys.
    void add(const KeyReading& reading);
    /// All keys were read: later ones are new.
    void start() noexcept { m_hasStarted = true; }

    [[nodiscard]] std::vector<TrafficLearner::Name> names() const;
    [[nodiscard]] bool isCut() const noexcept { return m_isCut; }

private:
    struct Key {
        HeardUse use;
        std::optional<Fingerprint> value;
        std::optional<SteadyTime> until;
        bool wasReleased = false;
    };
    void change(Key& key, const Fingerprint& value, std::optional<SteadyTime> until);
    static void remove(Key& key, SteadyTime now);

    absl::flat_hash_map<std::string, Key> m_keys;
    bool m_hasStarted = false;
    bool m_isCut = false;
};

} // namespace lockkeeper::observe
