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

/// Parameters of an acquire; open until success or cancel. Only emits requests: report the outcome.
class AcquireDialog final : public QDialog {
    Q_OBJECT
public:
    using HolderLookup = std::function<QString(const Resource&)>;

    AcquireDialog(const QString& deployment, HolderLookup holderOf, QWidget* parent = nullptr);

    [[nodiscard]] AcquireRequest request() const;
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }

public Q_SLOTS:
    /// Some schemes need a single master.
    void setMasterCount(std::size_t masters);
    /// ZooKeeper: asks only for name and wait.
    void setQueueing();
    /// `why` includes the cure; empty: possible.
    void setWhyDisabled(const QString& why);
    void tick();
    void showAcquired();
    void showFailure(const lockkeeper::ui::AcquireFailure& failure);
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
    QLabel* m_fault;
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
