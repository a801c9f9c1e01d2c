// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSettings;

namespace lockkeeper::ui {

struct RecordingSettings {
    bool isForAll = true; ///< false: records none
    bool isForThis = true; ///< false: does not record this one

    [[nodiscard]] bool isWanted() const noexcept { return isForAll && isForThis; }

    /// `deployment`: the history file's name, so that the setting follows the masters.
    [[nodiscard]] static RecordingSettings load(
        const QSettings& settings, const QString& deployment);
    void save(QSettings& settings, const QString& deployment) const;
};

} // namespace lockkeeper::ui
