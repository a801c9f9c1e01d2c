// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/connection_checker.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class PrefixButtons;

/// Asks which keys to watch if there are too many. Offers prefixes of a sample of keys.
class PatternDialog final : public QDialog {
    Q_OBJECT
public:
    /// `clock` must outlive the dialog.
    PatternDialog(
        const config::Deployment& deployment, const Clock& clock, QWidget* parent = nullptr);

Q_SIGNALS:
    /// A glob. The dialog has closed.
    void patternChosen(const std::string& pattern);

private:
    void createLayout(const QString& deployment);
    void validate();
    void choose(const std::string& pattern);

    ConnectionChecker m_checker;
    QLabel* m_searching;
    PrefixButtons* m_prefixes;
    QLineEdit* m_pattern;
    QLabel* m_problem;
    QPushButton* m_watch;
    QPushButton* m_cancel;
};

} // namespace lockkeeper::ui
