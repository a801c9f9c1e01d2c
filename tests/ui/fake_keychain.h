// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/keychain.h"

#include <QTimer>
#include <map>

namespace lockkeeper::tests {

/// A keychain in memory. Answers with the next turn of the event loop, as a real one.
class FakeKeychain final : public QObject, public ui::Keychain {
public:
    void find(const QString& account, Found found) override
    {
        QTimer::singleShot(0, this, [this, account, found = std::move(found)] {
            const auto place = logins.find(account);
            found(place == logins.end() ? std::nullopt : std::optional(place->second));
        });
    }
    void store(const QString& account, const ui::Login& login, Stored stored) override
    {
        QTimer::singleShot(0, this, [this, account, login, stored = std::move(stored)] {
            if (failure.isEmpty())
                logins[account] = login;
            stored(failure);
        });
    }

    std::map<QString, ui::Login> logins; ///< by account
    QString failure; ///< of store()
};

} // namespace lockkeeper::tests
