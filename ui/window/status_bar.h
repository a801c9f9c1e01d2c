// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"

#include <QLabel>
#include <QString>
#include <QToolButton>
#include <optional>

class QMenu;
class QSettings;

namespace lockkeeper::ui {

struct RecordingSettings {
    bool isForAll = true;
    bool isForThis = true;

    [[nodiscard]] bool isWanted() const noexcept { return isForAll && isForThis; }

    /// `deployment`: the history file's name, so that the setting follows the masters.
    [[nodiscard]] static RecordingSettings load(
        const QSettings& settings, const QString& deployment);
    void save(QSettings& settings, const QString& deployment) const;
};

class NoticeStack;
class Session;

/// Status bar's text: age of data, sweep, arrival of changes, counts.
class StatusLine final : public QLabel {
    Q_OBJECT
public:
    StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent = nullptr);

    /// Call it after the models. `locks`: number shown.
    void apply(const observe::BoardUpdate& update, int locks);
    void tick();
    [[nodiscard]] QString wholeText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFitting();

    std::chrono::milliseconds m_interval;
    const Clock& m_clock;
    std::optional<SteadyTime> m_confirmedAt; ///< last complete sweep of a quorum
    QString m_age;
    QString m_sweep;
    QString m_follow;
    QString m_counts;
};

/// Button that says whether locks are recorded; its menu has a switch. Hidden if recording is
/// impossible.
class RecordingMark final : public QToolButton {
    Q_OBJECT
public:
    /// Fills `menu`. `notices`: for file errors.
    RecordingMark(Session& session, QSettings& settings, QMenu& menu, NoticeStack& notices,
        QWidget* parent = nullptr);

private:
    void fillMenu();
    [[nodiscard]] QAction* addInfo(const QString& name);
    void change(bool RecordingSettings::*which, bool isWanted);
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
