// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/types.h"

#include <QObject>

class QDialog;
class QWidget;

namespace lockkeeper::ui {

class AcquireDialog;
class ReleaseDialog;
class Session;

/// Opens the dialogs that act on locks, and ties them to what carries the deeds out. One is open at
/// a time. `session` and `window` must outlive it.
class LockDialogs final : public QObject {
    Q_OBJECT
public:
    LockDialogs(Session& session, QWidget& window);

public Q_SLOTS:
    void acquire();
    /// For a resource as the board shows it now.
    void release(const lockkeeper::Resource& resource);

Q_SIGNALS:
    void openChanged(bool isOpen);
    /// The dialog could not be opened.
    void failed(const lockkeeper::Error& error);

private:
    void open(QDialog& dialog);
    void connectAcquire(AcquireDialog& dialog);
    void connectRelease(ReleaseDialog& dialog);
    [[nodiscard]] QString holderOf(const Resource& resource) const;

    Session& m_session;
    QWidget& m_window;
    bool m_isOpen = false;
};

} // namespace lockkeeper::ui
