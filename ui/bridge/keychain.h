// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

namespace lockkeeper::ui {

struct Login {
    std::string user; ///< empty: the default user
    Secret password;
};

/// The desktop's password store. An account is a master's address. Answers later, once, on the GUI
/// thread, unless destroyed before.
class Keychain {
public:
    Keychain() = default;
    Keychain(const Keychain&) = delete;
    Keychain& operator=(const Keychain&) = delete;
    virtual ~Keychain() = default;

    /// nullopt: none, locked, or no keychain.
    using Found = std::function<void(const std::optional<Login>&)>;
    virtual void find(const QString& account, Found found) = 0;
    /// Empty: success.
    using Stored = std::function<void(const QString& error)>;
    virtual void store(const QString& account, const Login& login, Stored stored) = 0;
};

/// QtKeychain with the Secret Service (GNOME Keyring, KWallet), never a file.
class DesktopKeychain final : public QObject, public Keychain {
    Q_OBJECT
public:
    using QObject::QObject;

    void find(const QString& account, Found found) override;
    void store(const QString& account, const Login& login, Stored stored) override;
};

} // namespace lockkeeper::ui
