// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "ui/models/recording_settings.h"

#include <QLabel>
#include <QToolButton>
#include <optional>

class QMenu;

namespace lockkeeper::ui {

class NoticeStack;
class Session;

/// The text in the status bar: the age of the data, whether the sweep was complete, how changes
/// arrive, and the counts of locks, other keys and keys that may be locks. `clock` must outlive the
/// label.
class StatusLine final : public QLabel {
    Q_OBJECT
public:
    StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent = nullptr);

    /// Call it after the models have applied the update. `locks`: the number of locks that they
    /// show.
    void apply(const observe::BoardUpdate& update, int locks);
    /// Call it regularly. Refreshes the age of the data.
    void tick();
    /// All of it, however much of it has room.
    [[nodiscard]] QString wholeText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows as much as there is room for.
    void showFitting();

    std::chrono::milliseconds m_interval;
    const Clock& m_clock;
    std::optional<SteadyTime> m_confirmedAt; ///< when a quorum of masters was last swept completely
    QString m_age; ///< of the data
    QString m_sweep;
    QString m_follow; ///< how changes arrive: pushed or polled; empty: they do not
    QString m_counts;
};

/// The button in the status bar that says whether the window records what happens to the locks. Its
/// menu says what that costs, and switches it off and on. Begins the recording that the settings
/// want. Hidden if the session can't record.
class RecordingMark final : public QToolButton {
    Q_OBJECT
public:
    /// The references must outlive this object. `menu`: filled with the mark's actions. `notices`:
    /// for trouble with the file.
    RecordingMark(Session& session, QSettings& settings, QMenu& menu, NoticeStack& notices,
        QWidget* parent = nullptr);

private:
    void fillMenu();
    [[nodiscard]] QAction* addInfo(const QString& name);
    void change(bool RecordingSettings::*which, bool isWanted);
    /// Begins or ends the recording as the settings are now: another window may have changed them.
    void followSettings();
    void showStatus();
    [[nodiscard]] QString deployment() const;

    Session& m_session;
    QSettings& m_settings;
    QMenu& m_menu;
    QAction* m_state = nullptr;
    QAction* m_size = nullptr;
    QAction* m_file = nullptr;
    QAction* m_this = nullptr;
    QAction* m_all = nullptr;
};

} // namespace lockkeeper::ui
