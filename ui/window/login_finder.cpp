// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/login_finder.h"

#include "core/config/identity.h"
#include "core/text/translate.h"
#include "ui/dialogs/connect/password_dialog.h"
#include "ui/models/words/words.h"

#include <QPointer>
#include <algorithm>

namespace lockkeeper::ui {

namespace {

/// All masters that answer are waited for, so that one question is about all of them.
bool isAnyConnecting(const observe::BoardUpdate& update)
{
    return std::ranges::any_of(update.masters, [](const observe::MasterStatus& master) {
        return master.link.state == redis::LinkState::Connecting && !master.link.error;
    });
}

/// The masters that refuse the login and have no source of a password.
std::vector<std::size_t> lackingLogin(
    const config::Deployment& deployment, const observe::BoardUpdate& update)
{
    std::vector<std::size_t> lacking;
    for (std::size_t i = 0; i < update.masters.size() && i < deployment.masters.size(); ++i) {
        const auto& error = update.masters[i].link.error;
        const bool isRefused = error
            && (error->kind == ErrorClass::AuthRequired
                || error->kind == ErrorClass::WrongPassword);
        if (isRefused && deployment.masters[i].password.isEmpty())
            lacking.push_back(i);
    }
    return lacking;
}

void setLogin(config::MasterConfig& master, const Login& login)
{
    const auto set = [&](redis::Url& url) {
        url.user = login.user;
        url.password = login.password;
    };
    set(master.url);
    std::ranges::for_each(master.clusterSeeds, set);
}

} // namespace

LoginFinder::LoginFinder(
    config::Deployment deployment, Keychain* keychain, QWidget& window, Past past)
    : m_deployment(std::move(deployment))
    , m_keychain(keychain)
    , m_window(window)
    , m_past(std::move(past))
{ }

LoginFinder::Past LoginFinder::keepAll(const config::Deployment& deployment)
{
    Past past;
    for (std::size_t i = 0; i < deployment.masters.size(); ++i) {
        const redis::Url& url = deployment.masters[i].url;
        if (!url.password.isEmpty())
            past.unproven[i] = {url.user, url.password};
    }
    return past;
}

void LoginFinder::take(const observe::BoardUpdate& update)
{
    keepProven(update);
    if (m_isAsked || !m_searched.empty() || isAnyConnecting(update))
        return;
    const std::vector<std::size_t> lacking = lackingLogin(m_deployment, update);
    if (lacking.empty())
        return;
    if (m_keychain != nullptr && !m_past.isKeychainAsked)
        return askKeychain(lacking);
    askUser(lacking, update);
}

void LoginFinder::askKeychain(const std::vector<std::size_t>& masters)
{
    m_past.isKeychainAsked = true;
    m_searched = {masters.begin(), masters.end()};
    for (const std::size_t master : masters) {
        m_keychain->find(accountOf(master),
            [this, guard = QPointer(this), master](const std::optional<Login>& login) {
                if (guard)
                    noteFound(master, login);
            });
    }
}

void LoginFinder::noteFound(std::size_t master, const std::optional<Login>& login)
{
    if (login) {
        setLogin(m_deployment.masters[master], *login);
        m_hasFound = true;
    }
    m_searched.erase(master);
    if (m_searched.empty() && m_hasFound)
        Q_EMIT found(m_deployment, m_past);
}

void LoginFinder::askUser(
    const std::vector<std::size_t>& masters, const observe::BoardUpdate& update)
{
    m_isAsked = true;
    const observe::MasterStatus& first = update.masters[masters.front()];
    auto* dialog = new PasswordDialog(
        {.deployment = safeText(m_deployment.name),
            .user = QString::fromStdString(m_deployment.masters[masters.front()].url.user),
            .reason
            = tr("%1: %2", "master, what it answered")
                  .arg(safeText(first.id.value()), safeText(trData(first.link.error->text))),
            .others = static_cast<int>(masters.size()) - 1,
            .canKeep = m_keychain != nullptr},
        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, masters] {
        const Login login{dialog->user(), dialog->password()};
        for (const std::size_t master : masters) {
            if (master != masters.front() && !dialog->isForAll())
                continue;
            setLogin(m_deployment.masters[master], login);
            m_past.unproven.erase(master);
            if (dialog->isKept())
                m_past.unproven[master] = login;
        }
        Q_EMIT found(m_deployment, m_past);
    });
    dialog->open();
}

void LoginFinder::keepProven(const observe::BoardUpdate& update)
{
    std::erase_if(m_past.unproven, [&](const auto& item) {
        const auto& [master, login] = item;
        if (master >= update.masters.size()
            || update.masters[master].link.state != redis::LinkState::Up)
            return false;
        if (m_keychain == nullptr)
            return true;
        m_keychain->store(
            accountOf(master), login, [this, guard = QPointer(this)](const QString& error) {
                if (guard && !error.isEmpty())
                    Q_EMIT keepingFailed(error);
            });
        return true;
    });
}

/// The same for each deployment that has the master.
QString LoginFinder::accountOf(std::size_t master) const
{
    config::Deployment one;
    one.masters = {m_deployment.masters[master]};
    return QString::fromStdString(config::identityOf(one)).trimmed();
}

} // namespace lockkeeper::ui
