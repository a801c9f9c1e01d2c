// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/keychain.h"

#include <QObject>

namespace lockkeeper::ui {

/// QtKeychain with the Secret Service (GNOME Keyring, KWallet), never a file. GUI thread only.
class DesktopKeychain final : public QObject, public Keychain {
    Q_OBJECT
public:
    using QObject::QObject;

    void find(const QString& account, Found found) override;
    void store(const QString& account, const Login& login, Stored stored) override;
};

} // namespace lockkeeper::ui
