// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "ui/bridge/keychain.h"

#include <QObject>
#include <map>
#include <set>

class QWidget;

namespace lockkeeper::ui {

/// Finds logins for the masters of an open deployment that ask for one and have no source of
/// passwords: first in the keychain, then by asking the user. A login that the user wants to keep
/// goes into the keychain once its master has accepted it. GUI thread only.
class LoginFinder final : public QObject {
    Q_OBJECT
public:
    /// What is known from before the deployment was opened again with other logins.
    struct Past {
        bool isKeychainAsked = false;
        std::map<std::size_t, Login> unproven{}; ///< by master: to be kept once accepted
    };
    /// `keychain`: null if there is none; else it must outlive the object. `window`: the parent of
    /// the dialog; it must outlive the object.
    LoginFinder(config::Deployment deployment, Keychain* keychain, QWidget& window, Past past);

    /// All masters' passwords, to be kept once accepted.
    [[nodiscard]] static Past keepAll(const config::Deployment& deployment);
    /// Looks for masters that ask for a login or have accepted one. Asks the user at most once.
    void take(const observe::BoardUpdate& update);

Q_SIGNALS:
    /// The deployment is to be opened again, with these logins.
    void found(const lockkeeper::config::Deployment& deployment,
        const lockkeeper::ui::LoginFinder::Past& past);
    /// A login could not be kept. Plain text.
    void keepingFailed(const QString& why);

private:
    void askKeychain(const std::vector<std::size_t>& masters);
    void noteFound(std::size_t master, const std::optional<Login>& login);
    void askUser(const std::vector<std::size_t>& masters, const observe::BoardUpdate& update);
    void keepProven(const observe::BoardUpdate& update);
    [[nodiscard]] QString accountOf(std::size_t master) const;

    config::Deployment m_deployment;
    Keychain* m_keychain;
    QWidget& m_window;
    Past m_past;
    std::set<std::size_t> m_searched; ///< masters whose login is being looked for
    bool m_hasFound = false; ///< in the keychain
    bool m_isAsked = false;
};

} // namespace lockkeeper::ui
