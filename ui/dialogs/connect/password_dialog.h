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
    /// Plain text.
    struct Subject {
        QString deployment;
        QString user; ///< empty: the default user
        QString reason; ///< what a master has answered
        int others = 0; ///< number of other masters that ask for a password, too
        bool canKeep = false; ///< there is a keychain
    };
    explicit PasswordDialog(const Subject& subject, QWidget* parent = nullptr);

    [[nodiscard]] std::string user() const;
    [[nodiscard]] Secret password() const;
    /// True if the other masters are to be tried with the same login.
    [[nodiscard]] bool isForAll() const;
    /// True if the keychain is to keep the login.
    [[nodiscard]] bool isKept() const;

private:
    [[nodiscard]] QLayout* createForm(const Subject& subject);

    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_forAll;
    QCheckBox* m_keep;
};

} // namespace lockkeeper::ui
