// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;

namespace lockkeeper::ui {

/// Asks for the login to a deployment.
class PasswordDialog final : public QDialog {
    Q_OBJECT
public:
    /// Plain text.
    struct Subject {
        QString deployment;
        QString user; ///< empty: the default user
        QString reason; ///< the master's answer
        int others = 0; ///< further masters that ask for a password
        bool canKeep = false; ///< there is a keychain
    };
    explicit PasswordDialog(const Subject& subject, QWidget* parent = nullptr);

    [[nodiscard]] std::string user() const;
    [[nodiscard]] Secret password() const;
    /// Try the login on other masters.
    [[nodiscard]] bool isForAll() const;
    /// Keep the login in the keychain.
    [[nodiscard]] bool isKept() const;

private:
    [[nodiscard]] QLayout* createForm(const Subject& subject);

    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_forAll;
    QCheckBox* m_keep;
};

} // namespace lockkeeper::ui
