// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSettings;

namespace lockkeeper::ui {

/// Whether the user wants a deployment recorded. A value.
struct RecordingSettings {
    bool isForAll = true; ///< false: no deployment is recorded
    bool isForThis = true; ///< false: at least this one is not

    [[nodiscard]] bool isWanted() const noexcept { return isForAll && isForThis; }

    /// `deployment`: the name of its history file, so that the setting follows the masters and not
    /// the name that the deployment has.
    [[nodiscard]] static RecordingSettings load(
        const QSettings& settings, const QString& deployment);
    void save(QSettings& settings, const QString& deployment) const;
};

} // namespace lockkeeper::ui
