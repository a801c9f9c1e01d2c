// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/alerts/alert.h"

#include <QDialog>

class QCheckBox;
class QTimeEdit;

namespace lockkeeper::ui {

class AlertDialog final : public QDialog {
    Q_OBJECT
public:
    explicit AlertDialog(const AlertSettings& settings, QWidget* parent = nullptr);

    [[nodiscard]] AlertSettings settings() const;

Q_SIGNALS:
    void trialRequested();

private:
    void createLayout();
    [[nodiscard]] QLayout* createQuietHours();
    [[nodiscard]] QWidget* createButtons();

    QCheckBox* m_stale;
    QCheckBox* m_deadlock;
    QCheckBox* m_split;
    QCheckBox* m_masters;
    QCheckBox* m_start;
    QCheckBox* m_quiet;
    QTimeEdit* m_from;
    QTimeEdit* m_to;
};

} // namespace lockkeeper::ui
