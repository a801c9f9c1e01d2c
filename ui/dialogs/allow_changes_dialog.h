// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <QDialog>
#include <chrono>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

/// Asks how long changes are allowed; for production, also for the name. Enter only presses the
/// focused button.
class AllowChangesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit AllowChangesDialog(const config::Deployment& deployment, QWidget* parent = nullptr);

    [[nodiscard]] std::chrono::minutes time() const;

Q_SIGNALS:
    void allowed(std::chrono::milliseconds time);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void createLayout();
    [[nodiscard]] QWidget* createTimes();
    void connectSignals();
    void updateButton();
    [[nodiscard]] bool isConfirmed() const;

    QString m_name;
    bool m_isNameAsked;
    QButtonGroup* m_times;
    QLineEdit* m_typed;
    QLabel* m_wrongName;
    QPushButton* m_allow;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
