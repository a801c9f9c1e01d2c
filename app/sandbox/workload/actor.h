// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <span>
#include <string_view>

namespace lockkeeper::sandbox {

enum class Presence {
    ComesAndGoes,
    OnAllMasters,
    OnMinority, ///< on too few masters
};

/// A process that takes locks in one library's format.
struct Actor {
    std::string_view name; ///< the application's name in our library's locks
    std::string_view resource;
    Presence presence;
    /// Ends when its lock exists; restarted to restore it.
    bool isOneShot;
    int (*run)(const Actor& actor, const config::Deployment& deployment);
};

[[nodiscard]] std::span<const Actor> demoWorkload();

[[nodiscard]] const Actor* findActor(std::string_view name);

[[nodiscard]] std::size_t steadyMasters(const Actor& actor, std::size_t masters) noexcept;

} // namespace lockkeeper::sandbox
