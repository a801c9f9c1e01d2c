// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/secret.h"

#include <QString>
#include <functional>
#include <optional>

namespace lockkeeper::ui {

/// What a master is logged in to with.
struct Login {
    std::string user; ///< empty: the default user
    Secret password;
};

/// Interface of the place where the desktop keeps passwords, encrypted. An account is the address
/// of a master. Answers come later, on the GUI thread, each exactly once unless the object is
/// destroyed before.
class Keychain {
public:
    Keychain() = default;
    Keychain(const Keychain&) = delete;
    Keychain& operator=(const Keychain&) = delete;
    virtual ~Keychain() = default;

    /// nullopt: it has none, the user does not want to unlock it, or there is no keychain.
    using Found = std::function<void(const std::optional<Login>&)>;
    virtual void find(const QString& account, Found found) = 0;
    /// Plain text; empty: it is stored.
    using Stored = std::function<void(const QString& error)>;
    /// Replaces the login that is stored for the account.
    virtual void store(const QString& account, const Login& login, Stored stored) = 0;
};

} // namespace lockkeeper::ui
