// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <QMetaType>

namespace lockkeeper::ui {

/// A lease that this window holds, as the GUI thread knows it. A value.
struct LeaseInfo {
    int id = 0; ///< of LockActions; never used again
    Resource resource;
    Fingerprint fingerprint = Fingerprint::ofString({});
    SteadyTime deadline{};
    std::chrono::milliseconds ttl{0}; ///< as asked for; the full length of the remaining-time bar
    bool isRenewed = false;
};

/// What became of an own lease.
enum class LeaseState { Held, Lost, Released };

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::LeaseInfo)
