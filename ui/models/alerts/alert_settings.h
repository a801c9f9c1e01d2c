// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/alerts/alert.h"

#include <QTime>

class QSettings;

namespace lockkeeper::ui {

/// The user's choice of alerts and quiet hours.
struct AlertSettings {
    bool isStaleWanted = true;
    bool isSplitWanted = true;
    bool isMasterWanted = true; ///< also a lost quorum
    bool isStartTold = false; ///< also problems found at the start
    bool hasQuietHours = false;
    QTime quietFrom{22, 0};
    QTime quietTo{7, 0};

    /// Always true for alerts that the user asked for on one lock.
    [[nodiscard]] bool wants(AlertKind kind) const;
    /// May include midnight; alerts then show only in the window.
    [[nodiscard]] bool isQuietAt(QTime time) const;

    [[nodiscard]] static AlertSettings load(const QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lockkeeper::ui
