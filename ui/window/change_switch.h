// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class ChangePermission;

/// Shows in the header whether a read-only deployment may be changed now, and for how long, with a
/// button that begins or ends it. Hidden if no permission is needed. `permission` must outlive it.
class ChangeSwitch final : public QWidget {
    Q_OBJECT
public:
    explicit ChangeSwitch(ChangePermission& permission, QWidget* parent = nullptr);

    /// What a click on the button does: emits allowRequested(), or ends the permission.
    void press();
    /// Call it regularly. Refreshes the remaining time.
    void tick();

Q_SIGNALS:
    /// The user wants to allow changes.
    void allowRequested();

private:
    void showState();

    ChangePermission& m_permission;
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace lockkeeper::ui
