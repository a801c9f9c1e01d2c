// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/desk.h"

#include "core/config/identity.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "ui/dialogs/connect/connect_dialog.h"
#include "ui/dialogs/connect/desk_questions.h"
#include "ui/models/words/words.h"
#include "ui/pages/start_page.h"

#include <QApplication>
#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

/// Finds missing logins in the keychain, else asks. Stores a wanted one once its master accepts it.
class LoginFinder final : public QObject {
    Q_OBJECT
public:
    /// `keychain` may be null. `window`: the dialogs' parent.
    LoginFinder(config::Deployment deployment, Keychain* keychain, QWidget& window, LoginPast past);

    void take(const observe::BoardUpdate& update);
    void askAgain() noexcept { m_isAsked = false; }

Q_SIGNALS:
    // Unnamed parameters: moc makes other names.
    void found(const lockkeeper::config::Deployment&, const lockkeeper::ui::LoginPast&);
    void keepingFailed(const QString&);
    void declined(const QString&);

private:
    void askKeychain(const std::vector<std::size_t>& masters);
    void noteFound(std::size_t master, const std::optional<Login>& login);
    void askUser(const std::vector<std::size_t>& masters, const observe::BoardUpdate& update);
    [[nodiscard]] QString whyAsked(const observe::MasterStatus& master, std::size_t index) const;
    void keepProven(const observe::BoardUpdate& update);
    /// Shared by all deployments with this master.
    [[nodiscard]] QString accountOf(std::size_t master) const
    {
        config::Deployment one;
        one.masters = {m_deployment.masters[master]};
        return QString::fromStdString(config::identityOf(one)).trimmed();
    }

    config::Deployment m_deployment;
    Keychain* m_keychain;
    QWidget& m_window;
    LoginPast m_past;
    std::set<std::size_t> m_searched;
    bool m_hasFound = false;
    bool m_isAsked = false;
};

namespace {

/// Wait for them: one question is for all masters.
bool isAnyConnecting(const observe::BoardUpdate& update)
{
    return std::ranges::any_of(update.masters, [](const observe::MasterStatus& master) {
        return master.link.state == redis::LinkState::Connecting && !master.link.error;
    });
}

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

/// Masters with the first one's user: only they may get its password.
std::vector<std::size_t> sharingUser(
    const config::Deployment& deployment, const std::vector<std::size_t>& masters)
{
    const auto userOf = [&](std::size_t master) { return deployment.masters[master].url.user; };
    std::vector<std::size_t> sharing;
    std::copy_if(masters.begin() + 1, masters.end(), std::back_inserter(sharing),
        [&](std::size_t master) { return userOf(master) == userOf(masters.front()); });
    return sharing;
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

/// All passwords, to store once accepted.
LoginPast keepAll(const config::Deployment& deployment)
{
    LoginPast past;
    for (std::size_t i = 0; i < deployment.masters.size(); ++i) {
        const redis::Url& url = deployment.masters[i].url;
        if (!url.password.isEmpty())
            past.unproven[i] = {url.user, url.password};
    }
    return past;
}

} // namespace

LoginFinder::LoginFinder(
    config::Deployment deployment, Keychain* keychain, QWidget& window, LoginPast past)
    : m_deployment(std::move(deployment))
    , m_keychain(keychain)
    , m_window(window)
    , m_past(std::move(past))
{ }

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
    const std::size_t first = masters.front();
    const std::string user = m_deployment.masters[first].url.user;
    const std::vector<std::size_t> others = sharingUser(m_deployment, masters);
    const QString reason = whyAsked(update.masters[first], first);
    auto* dialog = new PasswordDialog({.deployment = safeText(m_deployment.name),
                                          .user = QString::fromStdString(user),
                                          .reason = reason,
                                          .others = static_cast<int>(others.size()),
                                          .canKeep = m_keychain != nullptr},
        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::rejected, this, [this, reason] { Q_EMIT declined(reason); });
    connect(dialog, &QDialog::accepted, this, [this, dialog, first, user, others] {
        const Login login{dialog->user(), dialog->password()};
        std::vector<std::size_t> chosen{first};
        // A named user stays: the typed login is another's.
        if (dialog->isForAll() && (user.empty() || user == login.user))
            chosen.insert(chosen.end(), others.begin(), others.end());
        for (const std::size_t master : chosen) {
            setLogin(m_deployment.masters[master], login);
            m_past.unproven.erase(master);
            if (dialog->isKept())
                m_past.unproven[master] = login;
        }
        Q_EMIT found(m_deployment, m_past);
    });
    dialog->open();
}

QString LoginFinder::whyAsked(const observe::MasterStatus& master, std::size_t index) const
{
    // Without a password, servers call the password wrong.
    return tr("%1: %2", "master, what it answered")
        .arg(safeText(master.id.value()),
            m_deployment.masters[index].url.password.isEmpty()
                ? tr("a password is needed")
                : safeText(trData(master.link.error->text)));
}

void LoginFinder::keepProven(const observe::BoardUpdate& update)
{
    std::erase_if(m_past.unproven, [&](const auto& item) {
        const auto& [master, login] = item;
        if (master >= update.masters.size() || !update.masters[master].link.isUp())
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

namespace {

constexpr std::size_t kLongestProblem = 8192;
const QString kOverviewKey = u"start/watchAll"_s;

DeploymentRow rowOf(const config::Deployment& deployment)
{
    return {.name = deployment.name,
        .deploymentClass = deployment.deploymentClass,
        .isSandbox = deployment.isSandbox,
        .masters = static_cast<int>(deployment.masters.size())};
}

config::Deployment withPatterns(
    config::Deployment deployment, const std::vector<std::string>& patterns)
{
    if (!patterns.empty())
        deployment.patterns = patterns;
    return deployment;
}

bool isSaved(const DeploymentsStore& store, const std::string& name)
{
    return std::ranges::any_of(
        store.deployments(), [&](const config::Deployment& saved) { return saved.name == name; });
}

bool isListed(const std::vector<DeploymentRow>& rows, const std::string& name)
{
    return std::ranges::any_of(rows, [&](const DeploymentRow& row) { return row.name == name; });
}

QString problemText(const Error& error)
{
    return toQt(displaySafe(trData(error.text), kLongestProblem));
}

void takePlace(const Desk::Opened& before, const Desk::Opened& after)
{
    if (const auto left = before.session->changePermission().remaining())
        after.session->changePermission().allowFor(*left);
    after.window.restoreGeometry(before.window.saveGeometry());
    after.window.showPage(before.window.currentPage());
    before.window.hide();
    before.window.deleteLater();
}

void raise(QWidget& window)
{
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace

Desk::Desk(const Tools& tools, Options options)
    : m_tools(tools)
    , m_options(std::move(options))
    , m_store(m_options.deploymentsFile)
    , m_overview(m_tools.clock, m_tools.processes)
{
    connect(&m_overview, &Overview::changed, this, &Desk::refreshList);
    connectStore();
    m_store.reload();
}

Desk::~Desk()
{
    m_overview.disconnect(this);
    for (const Place& place : m_places) {
        place.window->disconnect(this);
        delete place.window;
        delete place.session;
    }
    delete m_start;
}

void Desk::connectStore()
{
    connect(&m_store, &DeploymentsStore::loaded, this, [this] {
        refreshList();
        showFileProblems();
    });
    connect(&m_store, &DeploymentsStore::added, this, [this] { setOverview(m_overview.isOn()); });
    connect(&m_store, &DeploymentsStore::opened, this, [this](config::Deployment deployment) {
        open(withPatterns(std::move(deployment), m_options.patterns));
    });
    connect(&m_store, &DeploymentsStore::openFailed, this, &Desk::tell);
}

MainWindow* Desk::createWindow(Session* session, QWidget* startPage)
{
    const bool isFromFile = session != nullptr && isSaved(m_store, session->deployment().name);
    auto* window = new MainWindow(session,
        {.settings = m_tools.settings,
            .prompter = m_tools.prompter,
            .theming = m_tools.theming,
            .about = m_options.about,
            .deploymentsFile = isFromFile ? m_options.deploymentsFile : std::filesystem::path(),
            .notifier = m_tools.notifier,
            .deployments = &m_list,
            .notice = m_options.notice,
            .player = m_options.player,
            .freePlayer = m_options.freePlayer,
            .startPage = startPage});
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &MainWindow::connectRequested, this, &Desk::connectMasters);
    connect(window, &MainWindow::switchRequested, this, &Desk::switchDeployment);
    connect(window, &MainWindow::overviewRequested, this, &Desk::showStart);
    connect(
        window, &MainWindow::watchRequested, this, [this](const std::vector<std::string>& urls) {
            auto deployment = config::deploymentFromUrls("lab", urls);
            if (!deployment)
                return tell(deployment.error());
            deployment->deploymentClass = config::DeploymentClass::Development;
            open(*deployment, {}, Recording::Never).window.showPage(MainWindow::Page::Locks);
        });
    connect(window, &MainWindow::deploymentChosen, this,
        [this](int row) { openByName(m_list.at(row).name); });
    return window;
}

Desk::Opened Desk::showStart()
{
    if (!m_start) {
        m_startPage = new StartPage(m_list);
        connect(m_startPage, &StartPage::sandboxRequested, this, &Desk::startSandbox);
        connect(m_startPage, &StartPage::connectRequested, this, &Desk::connectMasters);
        connect(m_startPage, &StartPage::deploymentChosen, this, &Desk::openByName);
        connect(m_startPage, &StartPage::overviewWanted, this, [this](bool isOn) {
            m_tools.settings.setValue(kOverviewKey, isOn);
            setOverview(isOn);
        });
        m_start = createWindow(nullptr, m_startPage);
        connect(m_start, &QObject::destroyed, &m_overview, &Overview::stop);
        setOverview(m_tools.settings.value(kOverviewKey).toBool());
        showFileProblems();
        if (!m_options.notice.isEmpty())
            m_startPage->showNotice(m_options.notice);
        m_startPage->setFocus();
        m_start->show();
    } else {
        raise(*m_start);
    }
    return {*m_start, nullptr};
}

Desk::Opened Desk::open(
    const config::Deployment& deployment, const LoginPast& past, std::optional<Recording> recording)
{
    const std::string identity = config::identityOf(deployment);
    for (const Place& place : m_places) {
        if (place.deployment.name != deployment.name
            || config::identityOf(place.deployment) != identity)
            continue;
        raise(*place.window);
        return {*place.window, place.session};
    }
    Session::Options options = sessionOf(deployment);
    options.recording = recording.value_or(options.recording);
    return openNew(options, past);
}

Desk::Opened Desk::openAgent(const config::Deployment& deployment, const ViaAgent& agent)
{
    Session::Options options = sessionOf(deployment);
    options.agent = agent;
    return openNew(options, {});
}

Session::Options Desk::sessionOf(const config::Deployment& deployment) const
{
    config::Deployment named = deployment;
    named.name = freeName(deployment);
    return {.deployment = std::move(named),
        .owner = lock::Owner::thisProcess("lockkeeper"),
        .journalFile = m_options.journalFile,
        .recording = m_options.recording};
}

Desk::Opened Desk::openNew(const Session::Options& options, const LoginPast& past)
{
    auto* session = new Session(options, m_tools.clock, m_tools.processes, this);
    MainWindow* window = createWindow(session, nullptr);
    m_places.push_back({options.deployment, session, window});
    connect(window, &QObject::destroyed, this, &Desk::closePlace);
    connect(session, &Session::updated, this, [this, window](const BoardUpdatePtr& update) {
        refreshList();
        askForPatterns(window, *update);
    });
    if (!options.agent) // the agent logs in itself
        findLogins(options.deployment, *session, *window, past);
    window->show();
    closeStart();
    refreshList();
    return {*window, session};
}

void Desk::findLogins(const config::Deployment& deployment, Session& session, MainWindow& window,
    const LoginPast& past)
{
    // Ends before the window.
    auto* logins = new LoginFinder(deployment, m_tools.keychain, window, past);
    logins->setParent(&window);
    connect(&session, &Session::updated, logins,
        [logins](const BoardUpdatePtr& update) { logins->take(*update); });
    connect(logins, &LoginFinder::found, this,
        [this, &window](const config::Deployment& changed, const LoginPast& known) {
            reopen(&window, changed, known);
        });
    connect(
        logins, &LoginFinder::declined, &window,
        [&window, logins](const QString& why) {
            window.offer(why, tr("Log in\u2026"), [logins] { logins->askAgain(); });
        },
        Qt::SingleShotConnection);
    connect(logins, &LoginFinder::keepingFailed, this, [this](const QString& why) {
        m_tools.prompter.tell(tr("The password was not kept"), {{tr("Reason"), why}});
    });
}

std::string Desk::freeName(const config::Deployment& deployment) const
{
    const std::string identity = config::identityOf(deployment);
    const auto isTaken = [&](const std::string& name) {
        const auto takes = [&](const config::Deployment& other) {
            return other.name == name && config::identityOf(other) != identity;
        };
        return std::any_of(m_store.deployments().begin(), m_store.deployments().end(), takes)
            || std::any_of(m_places.begin(), m_places.end(),
                [&](const Place& place) { return takes(place.deployment); });
    };
    std::string name = deployment.name;
    for (int number = 2; isTaken(name); ++number)
        name = deployment.name + " (" + std::to_string(number) + ")";
    return name;
}

Desk::Opened Desk::openSandbox(StartedSandbox sandbox)
{
    m_sandbox = std::move(sandbox);
    return open(withPatterns(m_sandbox->deployment, m_options.patterns));
}

Desk::Place* Desk::placeOf(const QObject* window)
{
    const auto found = std::find_if(m_places.begin(), m_places.end(),
        [window](const Place& place) { return place.window == window; });
    return found == m_places.end() ? nullptr : &*found;
}

void Desk::closePlace(const QObject* window)
{
    const Place* place = placeOf(window);
    if (place == nullptr)
        return;
    // Widgets still refer to it.
    place->session->disconnect(this, nullptr);
    Session* session = place->session;
    if (place->deployment.isSandbox)
        connect(session, &QObject::destroyed, this, [this] { m_sandbox.reset(); });
    m_places.erase(m_places.begin() + (place - m_places.data()));
    session->deleteLater();
    refreshList();
}

void Desk::closeStart()
{
    if (m_start && !m_overview.isOn())
        m_start->close();
}

void Desk::askForPatterns(const QObject* window, const observe::BoardUpdate& update)
{
    Place* place = placeOf(window);
    if (place == nullptr || place->arePatternsAsked)
        return;
    if (std::ranges::none_of(update.masters, &observe::MasterStatus::hasTooManyKeys)) {
        // After a complete sweep, don't ask again for growth.
        place->arePatternsAsked = update.isComplete;
        return;
    }
    place->arePatternsAsked = true;
    auto* dialog = new PatternDialog(place->deployment, m_tools.clock, place->window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PatternDialog::patternChosen, this, [this, window](const std::string& glob) {
        if (const Place* asked = placeOf(window)) {
            config::Deployment deployment = asked->deployment;
            deployment.patterns = {glob};
            reopen(window, deployment, {});
        }
    });
    dialog->open();
}

/// Replaces the window, and keeps its time for changes. Ignored if the user refuses.
void Desk::reopen(
    const QObject* window, const config::Deployment& deployment, const LoginPast& past)
{
    const Place* asked = placeOf(window);
    if (asked == nullptr || !asked->window->mayReopen())
        return;
    Place* place = placeOf(window); // others may have closed
    if (place == nullptr)
        return;
    const Opened before{*place->window, place->session};
    // Makes open() create another window.
    place->deployment.name.clear();
    takePlace(before, open(deployment, past));
}

void Desk::connectMasters()
{
    auto* dialog = new ConnectDialog(
        m_tools.clock, m_options.deploymentsFile, m_tools.keychain != nullptr, activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInput(m_typed);
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_typed = dialog->input(); });
    connect(dialog, &ConnectDialog::connectRequested, this,
        [this](const config::Deployment& deployment, bool isPasswordKept) {
            open(deployment, isPasswordKept ? keepAll(deployment) : LoginPast());
        });
    connect(dialog, &ConnectDialog::saveRequested, &m_store, &DeploymentsStore::add);
    connect(&m_store, &DeploymentsStore::added, dialog, &ConnectDialog::showSaved);
    connect(&m_store, &DeploymentsStore::addFailed, dialog, &ConnectDialog::showSaveFailure);
    dialog->open();
}

void Desk::switchDeployment()
{
    m_store.reload();
    auto* dialog = new SwitchDialog(m_list, activeWindow());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SwitchDialog::chosen, this, &Desk::openByName);
    dialog->open();
}

void Desk::openByName(const std::string& name)
{
    for (const Place& place : m_places) {
        if (place.deployment.name == name)
            return raise(*place.window);
    }
    m_store.open(name);
}

void Desk::startSandbox()
{
    if (m_isSandboxStarting || !m_options.startSandbox)
        return;
    if (m_sandbox)
        return openByName(m_sandbox->deployment.name);
    m_isSandboxStarting = true;
    if (m_startPage)
        m_startPage->setSandboxStarting(true);
    m_sandboxStarter.run(this, m_options.startSandbox, [this](Result<StartedSandbox> started) {
        m_isSandboxStarting = false;
        if (m_startPage)
            m_startPage->setSandboxStarting(false);
        if (started)
            openSandbox(std::move(*started));
        else
            tell(started.error());
    });
}

void Desk::refreshList()
{
    std::vector<DeploymentRow> rows;
    for (const Place& place : m_places) {
        DeploymentRow row = rowOf(place.deployment);
        row.counts = place.session->counts();
        if (!row.name.empty())
            rows.push_back(std::move(row));
    }
    for (const config::Deployment& deployment : m_store.deployments()) {
        if (isListed(rows, deployment.name))
            continue;
        rows.push_back(rowOf(deployment));
        rows.back().counts = m_overview.countsOf(deployment.name);
    }
    if (m_overview.isOn())
        std::ranges::stable_sort(rows, std::greater(),
            [](const DeploymentRow& row) { return row.counts ? row.counts->trouble() : 0; });
    m_list.setRows(std::move(rows));
}

void Desk::setOverview(bool isOn)
{
    if (m_startPage)
        m_startPage->setOverview(isOn);
    if (isOn)
        m_overview.watch(m_options.deploymentsFile);
    else
        m_overview.stop();
}

void Desk::showFileProblems()
{
    if (!m_startPage)
        return;
    QStringList lines;
    for (const Error& error : m_store.errors())
        lines << problemText(error);
    m_startPage->showProblems(lines);
}

void Desk::tell(const Error& error)
{
    m_tools.prompter.tell(tr("Not opened"), {{tr("Reason"), problemText(error)}});
}

QWidget* Desk::activeWindow() const
{
    if (QWidget* active = QApplication::activeWindow())
        return active;
    if (m_start)
        return m_start;
    return m_places.empty() ? nullptr : m_places.back().window;
}

} // namespace lockkeeper::ui

#include "desk.moc"
