// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <QMetaType>
#include <cstdint>
#include <optional>

namespace lockkeeper::ui {

/// What the GUI thread knows of a lease that this window holds. A plain value.
struct LeaseInfo {
    int id = 0; ///< given by LockActions, which never reuses an id
    Resource resource;
    Fingerprint fingerprint = Fingerprint::ofString({});
    SteadyTime deadline{};
    std::chrono::milliseconds ttl{0}; ///< as requested; full length of the remaining-time bar
    bool isRenewed = false;
    bool isLeft = false; ///< it ends with its TTL, and nobody here holds it
    std::optional<std::uint64_t> fence{}; ///< its fencing number

    friend bool operator==(const LeaseInfo&, const LeaseInfo&) = default;
};

/// The state of a lease of this window.
enum class LeaseStatus { Held, Lost, Released };

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::LeaseInfo)
