// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/recording_settings.h"

#include <QToolButton>

class QMenu;

namespace lockkeeper::ui {

class NoticeStack;
class Session;

/// The button in the status bar that says whether the window records what happens to the locks. Its
/// menu says what that costs, and switches it off and on. Begins the recording that the settings
/// want. Hidden if the session can't record.
class RecordingMark final : public QToolButton {
    Q_OBJECT
public:
    /// All of it must outlive this object. `menu`: filled with the mark's actions.
    struct Parts {
        Session& session;
        QSettings& settings;
        QMenu& menu;
        NoticeStack& notices; ///< for trouble with the file
    };
    explicit RecordingMark(const Parts& parts, QWidget* parent = nullptr);

private:
    void fillMenu();
    [[nodiscard]] QAction* addInfo(const QString& name);
    void change(bool RecordingSettings::*which, bool isWanted);
    /// Begins or ends the recording as the settings are now: another window may have changed them.
    void followSettings();
    void showStatus();
    [[nodiscard]] QString deployment() const;

    Parts m_parts;
    QAction* m_state = nullptr;
    QAction* m_size = nullptr;
    QAction* m_file = nullptr;
    QAction* m_this = nullptr;
    QAction* m_all = nullptr;
};

} // namespace lockkeeper::ui
