// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <span>
#include <string_view>

namespace lockkeeper::sandbox {

/// How much of the time an actor's resource is held once it has started.
enum class Presence {
    ComesAndGoes,
    OnAllMasters, ///< always
    OnMinority, ///< always, on the first masters, too few for a quorum
};

/// One process of the demo workload: takes locks the way one application does, in its library's
/// format. Each runs in a process of its own, so that holders can really be alive or dead.
struct Actor {
    std::string_view name; ///< unique; for an actor of our library, its application's name
    std::string_view resource;
    Presence presence;
    /// Ends when its lock is in place, and is run again now and then to put it back.
    bool isOneShot;
    /// Plays the part against the masters; returns the exit code if it returns at all.
    int (*run)(const Actor& actor, const config::Deployment& deployment);
};

/// The whole demo: healthy holders, contenders, and one of each way to leave a lock behind.
[[nodiscard]] std::span<const Actor> demoWorkload();

/// The actor with this name; nullptr if there is none.
[[nodiscard]] const Actor* findActor(std::string_view name);

/// On how many of `masters` masters the actor's resource is always held once it has started.
[[nodiscard]] std::size_t steadyMasters(const Actor& actor, std::size_t masters) noexcept;

} // namespace lockkeeper::sandbox
