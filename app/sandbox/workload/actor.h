// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <span>
#include <string_view>

namespace lockkeeper::sandbox {

/// How much of the time an actor's resource is held, after it has started.
enum class Presence {
    ComesAndGoes,
    OnAllMasters, ///< always
    OnMinority, ///< always, on the first masters, which are too few for a quorum
};

/// One process of the demo workload. Takes locks the way one application does, in the format of its
/// library. Each actor runs in its own process, so that holders are really alive or dead.
struct Actor {
    std::string_view name; ///< unique; for an actor of our library, its application's name
    std::string_view resource;
    Presence presence;
    /// The actor ends when its lock exists, and is run again from time to time to restore it.
    bool isOneShot;
    /// Runs the actor against the masters; returns the exit code if it returns at all.
    int (*run)(const Actor& actor, const config::Deployment& deployment);
};

/// All actors: healthy holders, contenders, and one for each way to leave a lock behind.
[[nodiscard]] std::span<const Actor> demoWorkload();

/// The actor with this name; nullptr if there is none.
[[nodiscard]] const Actor* findActor(std::string_view name);

/// On how many of `masters` masters the actor's resource is always held, after it has started.
[[nodiscard]] std::size_t steadyMasters(const Actor& actor, std::size_t masters) noexcept;

} // namespace lockkeeper::sandbox
