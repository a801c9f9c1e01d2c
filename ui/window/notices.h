// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/notifier.h"
#include "ui/models/alerts/alert_settings.h"
#include "ui/models/alerts/deployment_alerts.h"
#include "ui/models/alerts/lock_watches.h"

#include <QDateTime>
#include <map>

namespace lockkeeper::ui {

class LockDialogs;
class NoticeStack;
class Session;

/// Tells the user of one window what happens on its deployment: each alert is a line in the window
/// and, outside the quiet hours, a notification of the desktop. The line says when it is over.
///
/// All references must outlive this object. GUI thread only.
class AlertCenter final : public QObject {
    Q_OBJECT
public:
    /// `notifier`: null if there are no desktop notifications.
    AlertCenter(Session& session, NoticeStack& notices, QSettings& settings, Notifier* notifier,
        QObject* parent = nullptr);

    /// Whether the user is told once when the lock is Freed, Taken or Stuck.
    [[nodiscard]] bool isWatched(const Resource& resource, AlertKind what) const;
    /// Watches a lock as the model shows it now, or ends that.
    void setWatched(const Resource& resource, AlertKind what, bool isWatched);
    /// Opens the dialog with the settings.
    void edit(QWidget* parent);

Q_SIGNALS:
    /// The user wants to see this lock.
    void lockWanted(const lockkeeper::Resource& resource);
    /// The user wants to see the masters.
    void mastersWanted();

private:
    void seeSlots(const std::vector<int>& slots);
    void seeUpdate(const observe::BoardUpdate& update);
    void tellDue();
    void tell(const Alert& alert);
    void show(const Alert& alert);
    void markOver();
    void tellReasonOfNow(Alert& alert) const;
    [[nodiscard]] bool isOver(const Alert& alert) const;

    struct Shown {
        Alert alert;
        QDateTime at;
        QDateTime overSince{}; ///< null: it is not over
    };
    Session& m_session;
    NoticeStack& m_notices;
    QSettings& m_stored;
    Notifier* m_notifier;
    AlertSettings m_settings;
    DeploymentAlerts m_alerts;
    LockWatches m_watches;
    std::map<int, Shown> m_shown; ///< by the id of its line
    bool m_isSettled = false; ///< all masters were swept, or do not answer
};

/// Follows the locks that are freed from a window, in a line each: who got it next, until when, and
/// which masters have not answered yet, with a button that sends them the command when they do.
/// Those that were freed together have one line, which unfolds. The lines outlive the dialogs. What
/// is given must outlive `parent`.
void followReleases(Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent);

} // namespace lockkeeper::ui
