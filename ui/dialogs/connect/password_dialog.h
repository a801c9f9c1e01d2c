// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"

#include <QDialog>

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
    };
    explicit PasswordDialog(const Subject& subject, QWidget* parent = nullptr);

    [[nodiscard]] std::string user() const;
    [[nodiscard]] Secret password() const;

private:
    QLineEdit* m_user;
    QLineEdit* m_password;
};

} // namespace lockkeeper::ui
