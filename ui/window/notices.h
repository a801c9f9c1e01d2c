// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/notifier.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/alerts/alert_rules.h"

#include <QDateTime>
#include <map>

namespace lockkeeper::ui {

class LockDialogs;
class NoticeStack;
class Session;

/// Reports events as lines in the window, and outside quiet hours on the desktop. A line says when
/// its event is over.
class AlertCenter final : public QObject {
    Q_OBJECT
public:
    AlertCenter(Session& session, NoticeStack& notices, QSettings& settings, Notifier* notifier,
        QObject* parent = nullptr);

    [[nodiscard]] bool isWatched(const Resource& resource, AlertKind what) const;
    void setWatched(const Resource& resource, AlertKind what, bool isWatched);
    void edit(QWidget* parent);

Q_SIGNALS:
    void lockWanted(const lockkeeper::Resource& resource);
    void mastersWanted();

private:
    void seeSlots(const std::vector<int>& slots);
    void seeUpdate(const observe::BoardUpdate& update);
    void tellDue();
    void tell(const Alert& alert);
    void show(const Alert& alert);
    void removeEnding(const Resource& resource);
    void markOver();
    void tellReasonOfNow(Alert& alert) const;
    [[nodiscard]] bool isOver(const Alert& alert) const;

    struct Shown {
        Alert alert;
        QDateTime at;
        QDateTime overSince{}; ///< null: it lasts
    };
    Session& m_session;
    NoticeStack& m_notices;
    QSettings& m_stored;
    Notifier* m_notifier;
    AlertSettings m_settings;
    DeploymentAlerts m_alerts;
    LockWatches m_watches;
    LeaseEnds m_leaseEnds;
    std::map<int, Shown> m_shown;
    bool m_isSettled = false; ///< all masters were swept, or are silent
};

/// Adds a line for freed locks: next holders, silent masters, a button to finish there.
void followReleases(Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent);

} // namespace lockkeeper::ui
