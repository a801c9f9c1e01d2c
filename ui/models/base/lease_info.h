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

/// A lease of this window, for the GUI thread.
struct LeaseInfo {
    int id = 0; ///< from LockActions, never reused
    Resource resource;
    Fingerprint fingerprint = Fingerprint::ofString({});
    SteadyTime deadline{};
    std::chrono::milliseconds ttl{0}; ///< as requested; a full remaining-time bar
    bool isRenewed = false;
    bool isExtendable = true; ///< not in a store with sessions, nor by each scheme
    bool isLeft = false; ///< nobody renews it; it ends with its TTL
    std::optional<std::uint64_t> fence{};
    /// (taken over) Till then, the key stays: a release makes it revoked again.
    std::optional<SteadyTime> revokedUntil{};

    friend bool operator==(const LeaseInfo&, const LeaseInfo&) = default;
};

enum class LeaseStatus {
    Held,
    Lost,
    Ended, ///< nobody renewed it
    Released
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::LeaseInfo)
