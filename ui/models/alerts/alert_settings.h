// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/alert.h"

#include <QTime>

class QSettings;

namespace lockkeeper::ui {

/// Which alerts the user wants, and when the desktop stays quiet. A value.
struct AlertSettings {
    bool isStaleWanted = true;
    bool isSplitWanted = true;
    bool isMasterWanted = true; ///< a master down, and a lost quorum
    bool isStartTold = false; ///< also what is there when a window opens
    bool hasQuietHours = false;
    QTime quietFrom{22, 0};
    QTime quietTo{7, 0};

    /// True if an alert of this kind is wanted. What the user has asked for of one lock always is.
    [[nodiscard]] bool wants(AlertKind kind) const;
    /// True within the quiet hours, which may include midnight. Then alerts are only shown in the
    /// window.
    [[nodiscard]] bool isQuietAt(QTime time) const;

    [[nodiscard]] static AlertSettings load(const QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lockkeeper::ui
