// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;

namespace lockkeeper::ui {

class ChangePermission;
class ChangeSwitch;
class HeaderStrip;
class LeasesPage;
class LockDialogs;
class LocksPage;
class WindowActions;

/// Keeps a window to what may be changed on its deployment: disables what changes something while
/// that is not allowed, and puts a ChangeSwitch into the header. GUI thread only.
class ChangeGuard final : public QObject {
    Q_OBJECT
public:
    /// What the guard works on. All of it must outlive the guard.
    struct Parts {
        ChangePermission& permission;
        HeaderStrip& header;
        WindowActions& actions;
        LocksPage& locks;
        LeasesPage& leases;
        LockDialogs& dialogs;
    };
    explicit ChangeGuard(const Parts& parts, QObject* parent = nullptr);

    /// Call it regularly. Refreshes the remaining time.
    void tick();

private:
    void apply();

    Parts m_parts;
    ChangeSwitch* m_switch; ///< owned by the header
};

} // namespace lockkeeper::ui
