// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/lock_actions.h"

#include <QDialog>
#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace lockkeeper::ui {

/// Asks what to acquire, and stays until it is acquired or given up. It only asks: connect
/// acquireRequested() and tell it what came of it.
class AcquireDialog final : public QDialog {
    Q_OBJECT
public:
    /// Who holds a resource, in words; empty if that is not known.
    using HolderLookup = std::function<QString(const Resource&)>;

    AcquireDialog(const QString& deployment, HolderLookup holderOf, QWidget* parent = nullptr);

    [[nodiscard]] AcquireRequest request() const;
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }

public Q_SLOTS:
    /// It was acquired: closes.
    void showAcquired();
    /// It was not: tells why, and can be tried again.
    void showFailure(const lockkeeper::ui::AcquireFailure& failure);
    /// Cancels what is under way, else closes.
    void reject() override;

Q_SIGNALS:
    void acquireRequested(const lockkeeper::ui::AcquireRequest& request);
    void cancelRequested();

private:
    void createFields();
    void createLayout(const QString& deployment);
    void connectSignals();
    void validate();
    void begin();
    void setBusy(bool isBusy);
    [[nodiscard]] QString failureText(const AcquireFailure& failure) const;

    HolderLookup m_holderOf;
    bool m_isBusy = false;
    QLineEdit* m_resource;
    QSpinBox* m_ttl;
    QComboBox* m_ttlUnit;
    QSpinBox* m_wait;
    QCheckBox* m_renew;
    QLabel* m_hint;
    QLabel* m_outcome;
    QProgressBar* m_progress;
    QPushButton* m_acquire;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
