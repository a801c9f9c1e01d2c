// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "ui/models/words/action_words.h"

#include <QObject>

namespace lockkeeper::ui {

class AlertCenter;
class LeasesPage;
class LockDialogs;
class LocksPage;
class Session;
class WindowActions;

/// Actions on the selected lock; tool tips explain disabled ones.
class LockCommands final : public QObject {
    Q_OBJECT
public:
    enum class Front { Locks, Leases, Other };

    /// Must outlive this object.
    LockCommands(Session& session, WindowActions& actions, LocksPage& locks, LeasesPage& leases,
        LockDialogs& dialogs, AlertCenter& alerts, QObject* parent = nullptr);

    void update(Front front);
    /// Our lease at once, others by a dialog. On the page of leases, removes an ended one.
    void release();
    void releaseLock(const Resource& resource);

Q_SIGNALS:
    void refused(const QString& why);

private:
    void trigger(QAction& action);
    void connectActions();
    void connectPages();
    void connectTelling();
    void connectGrouping();
    void updateTelling(bool hasLock);
    void updateFinish();
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] QString whyNotExtended(bool isOurs, const Standing& standing) const;
    void open(const Resource& resource);
    void free(const observe::LockEntry& entry);
    void extend();
    void releaseSeveral();
    void releaseHolder();
    void releaseStale();
    void updateStale();
    void updateHolder(bool hasLock, const QString& whyReadOnly);
    void updateSeveral(const QString& whyReadOnly);

    Session& m_session;
    WindowActions& m_actions;
    LocksPage& m_locks;
    LeasesPage& m_leases;
    LockDialogs& m_dialogs;
    AlertCenter& m_alerts;
    Front m_front = Front::Other;
};

} // namespace lockkeeper::ui
