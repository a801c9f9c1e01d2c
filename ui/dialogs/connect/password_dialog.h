// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace lockkeeper::ui {

/// Asks for the login to a deployment that names no password.
class PasswordDialog final : public QDialog {
    Q_OBJECT
public:
    /// Plain text. `reason`: what a master has answered.
    struct Subject {
        QString deployment;
        QString user; ///< empty: the default user
        QString reason;
        int others = 0; ///< number of other masters that ask for a password, too
    };
    explicit PasswordDialog(const Subject& subject, QWidget* parent = nullptr);

    [[nodiscard]] std::string user() const;
    [[nodiscard]] Secret password() const;
    /// True if the other masters are to be tried with the same login.
    [[nodiscard]] bool isForAll() const;

private:
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_forAll;
};

} // namespace lockkeeper::ui
