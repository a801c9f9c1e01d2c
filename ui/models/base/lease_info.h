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

struct LeaseInfo {
    int id = 0; ///< never reused
    Resource resource;
    Fingerprint fingerprint = Fingerprint::ofString({});
    SteadyTime deadline{};
    std::chrono::milliseconds ttl{0}; ///< as requested
    bool isRenewed = false;
    bool isExtendable = true; ///< not with sessions, or some schemes
    bool isLeft = false;
    std::optional<std::uint64_t> fence{};
    /// (taken over) Until then, a release leaves the lock revoked.
    std::optional<SteadyTime> revokedUntil{};

    friend bool operator==(const LeaseInfo&, const LeaseInfo&) = default;
};

enum class LeaseStatus {
    Held,
    Lost,
    Ended, ///< by its TTL
    Released
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::LeaseInfo)
