// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QObject>

namespace lockkeeper::ui {

class AlertCenter;
class LeasesPage;
class LockDialogs;
class LocksPage;
class Session;
class WindowActions;

/// Connects the actions on the selected lock to what they do, and disables those that can't be
/// done. Their tool tips say why, and the cure. GUI thread only.
class LockCommands final : public QObject {
    Q_OBJECT
public:
    /// The page that is in front.
    enum class Front { Locks, Leases, Other };

    /// The references must outlive this object.
    LockCommands(Session& session, WindowActions& actions, LocksPage& locks, LeasesPage& leases,
        LockDialogs& dialogs, AlertCenter& alerts, QObject* parent = nullptr);

    /// Call it when the selection, the page or the permission to change has changed.
    void update(Front front);
    /// Releases the selected lock: a lease of this window at once, another holder's lock by the
    /// release dialog. On the page of leases, removes a selected lease that is not held any more
    /// from the list.
    void release();

private:
    void connectActions();
    void connectPages();
    void connectTelling();
    void connectGrouping();
    void updateTelling(bool hasLock);
    void open(const Resource& resource);
    void free(const observe::LockEntry& entry);
    void extend();
    void releaseSeveral();
    void releaseHolder();
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
