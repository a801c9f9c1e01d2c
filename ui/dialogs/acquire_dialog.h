// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/lock_actions.h"

#include <QDialog>
#include <QElapsedTimer>
#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace lockkeeper::ui {

/// Dialog that asks for the parameters of an acquire and stays open until the lock is acquired or
/// the user gives up.
///
/// It acquires nothing itself: connect acquireRequested() and cancelRequested(), and report the
/// outcome with showAcquired() or showFailure().
class AcquireDialog final : public QDialog {
    Q_OBJECT
public:
    /// Returns the holder of a resource in words; empty if unknown.
    using HolderLookup = std::function<QString(const Resource&)>;

    AcquireDialog(const QString& deployment, HolderLookup holderOf, QWidget* parent = nullptr);

    /// The parameters as the fields show them now.
    [[nodiscard]] AcquireRequest request() const;
    /// True from acquireRequested() until the outcome is reported.
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }

public Q_SLOTS:
    /// How many masters the deployment has: some schemes work on one only.
    void setMasterCount(std::size_t masters);
    /// The lock is one of ZooKeeper: all but its name and the wait is the session's.
    void setQueueing();
    /// Why nothing can be acquired any more, and the cure; empty: it can. What has begun goes on.
    void setWhyDisabled(const QString& why);
    /// Call it regularly. While it waits, it tells for whom.
    void tick();
    /// The lock was acquired: closes the dialog.
    void showAcquired();
    /// The lock was not acquired: shows the reason and lets the user try again.
    void showFailure(const lockkeeper::ui::AcquireFailure& failure);
    /// While busy: emits cancelRequested() and stays open. Otherwise closes the dialog.
    void reject() override;

Q_SIGNALS:
    void acquireRequested(const lockkeeper::ui::AcquireRequest& request);
    void cancelRequested();

private:
    void createFields();
    void createLayout(const QString& deployment);
    void connectSignals();
    void validate();
    [[nodiscard]] lock::SchemeRef scheme() const;
    void begin();
    void setBusy(bool isBusy);
    [[nodiscard]] QString failureText(const AcquireFailure& failure) const;

    HolderLookup m_holderOf;
    bool m_isBusy = false;
    QString m_whyDisabled;
    QLineEdit* m_resource;
    QLabel* m_ttlLabel;
    QSpinBox* m_ttl;
    QComboBox* m_ttlUnit;
    QSpinBox* m_wait;
    QComboBox* m_scheme;
    QLabel* m_fault; ///< how that scheme fails
    QCheckBox* m_renew;
    QCheckBox* m_fence;
    QCheckBox* m_leave;
    QElapsedTimer m_waitsSince;
    std::size_t m_masters = 1;
    bool m_isQueueing = false;
    QLabel* m_hint;
    QLabel* m_outcome;
    QProgressBar* m_progress;
    QPushButton* m_acquire;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
