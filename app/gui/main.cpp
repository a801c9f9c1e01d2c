// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_client.h"
#include "app/gui/agent_source.h"
#include "app/gui/gui_options.h"
#include "app/gui/screenshot.h"
#include "app/gui/versions.h"
#include "app/gui/window_language.h"
#include "app/lab/contender.h"
#include "app/lab/free_play.h"
#include "app/lab/play.h"
#include "app/language/language.h"
#include "app/sandbox/sandbox.h"
#include "core/config/checks.h"
#include "core/files/private_directory.h"
#include "core/files/private_file.h"
#include "core/observe/formats/format_set.h"
#include "core/redis/url_login.h"
#include "core/release/journal.h"
#include "core/text/display_safe.h"
#include "core/text/private_memory.h"
#include "core/text/translate.h"
#include "ui/bridge/keychain.h"
#include "ui/bridge/notifier.h"
#include "ui/dialogs/prompter.h"
#include "ui/window/desk.h"
#include "ui/window/tray.h"

#include <QApplication>
#include <QDir>
#include <QObject>
#include <QSocketNotifier>
#include <QTemporaryDir>
#include <QTextStream>
#include <absl/strings/substitute.h>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

class QSocketNotifier;

namespace lockkeeper::gui {

/// Turns SIGINT and SIGTERM into a signal: leases get released, the sandbox ends. One object at a
/// time.
class QuitSignals final : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void received();

private:
    void read();

    QSocketNotifier* m_notifier = nullptr;
};

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

std::array<int, 2> signalPipe{-1, -1};

extern "C" void notifyEventLoop(int)
{
    const char byte = 0;
    // A full pipe wakes the loop, too.
    [[maybe_unused]] const auto written = ::write(signalPipe[1], &byte, 1);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(signalPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &QuitSignals::read);
    struct sigaction action { };
    action.sa_handler = notifyEventLoop;
    action.sa_flags = SA_RESTART;
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

QuitSignals::~QuitSignals()
{
    for (const int number : kSignals)
        ::signal(number, SIG_DFL);
    delete m_notifier;
    for (int& end : signalPipe) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

void QuitSignals::read()
{
    std::array<char, 16> bytes{};
    while (::read(signalPipe[0], bytes.data(), bytes.size()) > 0) { }
    Q_EMIT received();
}

} // namespace lockkeeper::gui

using namespace lockkeeper;
using namespace Qt::StringLiterals;

namespace {

struct World {
    std::filesystem::path deploymentsFile;
    std::optional<ui::StartedSandbox> sandbox;
    std::optional<config::Deployment> deployment;
    std::optional<std::pair<agent::AgentAddress, agent::Hello>> agent{};
};

QString utf8(const char* text)
{
    return QString::fromUtf8(text);
}

int print(const gui::Message& message)
{
    QTextStream(message.exitCode == 0 ? stdout : stderr) << message.text << Qt::endl;
    return message.exitCode;
}

gui::Message failure(const Error& error, int exitCode)
{
    return {u"lockkeeper: "_s + QString::fromStdString(displaySafe(trData(error.text))), exitCode};
}

std::variant<gui::Options, gui::Message> readCommandLine(int argc, char* argv[])
{
    QCoreApplication application(argc, argv);
    const gui::WindowLanguage language(languageOfEnvironment());
    return gui::parseOptions(QCoreApplication::arguments());
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

std::optional<gui::Message> choosePlatform(const gui::Options& options)
{
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return std::nullopt;
    if (options.screenshot)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    else if (!hasDisplay())
        return gui::Message{
            utf8(tr("lockkeeper: there is no display to open a window on (DISPLAY and "
                    "WAYLAND_DISPLAY are not set); use lockctl, or --screenshot FILE")),
            gui::kExitUnreachable};
    return std::nullopt;
}

QtMessageHandler qtMessages = nullptr;

/// Without a display: one line instead of Qt's long message and abort.
void endWithoutWindow(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    static QString why;
    if (type == QtFatalMsg) {
        print({utf8(tr("lockkeeper: no window can be opened (%1); use lockctl, or --screenshot "
                       "FILE"))
                   .arg(why.isEmpty() ? text : why),
            gui::kExitUnreachable});
        std::_Exit(gui::kExitUnreachable);
    }
    if (QLatin1StringView(context.category).startsWith("qt.qpa"_L1))
        why = why.isEmpty() ? text : why;
    else
        qtMessages(type, context, text);
}

void note(const std::string& line)
{
    QTextStream(stderr) << u"lockkeeper: "_s << QString::fromStdString(displaySafe(line, 4096))
                        << Qt::endl;
}

Result<config::Deployment> deploymentFromFile(
    const gui::Options& options, const std::filesystem::path& path)
{
    const auto file = config::DeploymentsFile::load(path, observe::formatNames());
    auto deployment = file.open(options.deployment);
    for (const Error& error : file.errorsBeside(deployment))
        note(trData(error.text));
    return deployment;
}

Result<std::optional<config::Deployment>> readDeployment(
    const gui::Options& options, const Result<std::filesystem::path>& file)
{
    if (options.masters.empty() && !options.config && !options.deployment)
        return std::nullopt;
    if (options.masters.empty() && !file)
        return tl::make_unexpected(file.error());
    auto deployment = options.masters.empty()
        ? deploymentFromFile(options, *file)
        : config::deploymentFromUrls("masters", options.masters);
    if (!deployment)
        return tl::make_unexpected(deployment.error());
    for (const std::string& line : config::warnings(*deployment))
        note(absl::Substitute(tr("warning: $0"), line));
    if (!options.patterns.empty())
        deployment->patterns = options.patterns;
    return std::optional(std::move(*deployment));
}

std::variant<World, gui::Message> createAgentWorld(const gui::Options& options)
{
    auto address = agent::AgentAddress::read(*options.agent);
    if (!address)
        return failure(address.error(), gui::kExitUsage);
    if (const auto message = choosePlatform(options))
        return *message;
    auto hello = agent::greet(*address, systemClock());
    if (!hello)
        return failure(hello.error(), gui::kExitUnreachable);
    World world;
    world.deploymentsFile = config::DeploymentsFile::pathOf({}).value_or(std::filesystem::path());
    world.agent = {std::move(*address), std::move(*hello)};
    return world;
}

Result<ui::StartedSandbox> startSandbox()
{
    auto started = sandbox::Sandbox::start();
    if (!started)
        return tl::make_unexpected(std::move(started.error()));
    auto servers = std::make_shared<sandbox::Sandbox>(std::move(*started));
    return ui::StartedSandbox{servers->deployment(), servers};
}

std::variant<World, gui::Message> createWorld(const gui::Options& options)
{
    if (options.agent)
        return createAgentWorld(options);
    const auto file = config::DeploymentsFile::pathOf(options.config);
    auto deployment = readDeployment(options, file);
    if (!deployment)
        return failure(deployment.error(), gui::kExitUsage);
    // Releases need it: fail now, not in a dialog.
    if (options.journalFile) {
        const auto journal
            = release::Journal::open(options.journalFile->toStdString(), systemClock());
        if (!journal)
            return failure(journal.error(), gui::kExitUsage);
    }
    if (const auto message = choosePlatform(options))
        return *message;
    World world{file.value_or(std::filesystem::path()), std::nullopt, std::move(*deployment)};
    if (options.isSandbox) {
        auto started = startSandbox();
        if (!started)
            return failure(started.error(), gui::kExitUnreachable);
        world.sandbox = std::move(*started);
    }
    return world;
}

ui::Desk::Opened openFirst(ui::Desk& desk, World& world)
{
    if (world.agent) {
        const auto& [address, hello] = *world.agent;
        return desk.openAgent(
            agent::deploymentOf(hello, address.url), gui::viaAgent(address, hello, systemClock()));
    }
    if (world.sandbox)
        return desk.openSandbox(std::move(*world.sandbox));
    return world.deployment ? desk.open(*world.deployment) : desk.showStart();
}

QList<ui::Fact> aboutFacts()
{
    const auto versioned = [](const char* version, const char* licence) {
        return u"%1, %2"_s.arg(utf8(version), utf8(licence));
    };
    // As in Debian's packages.
    return {{u"Lockkeeper"_s, utf8(gui::kVersion)},
        {QObject::tr("Licence"), QObject::tr("GPL-3.0-or-later; its core library Apache-2.0")},
        {u"Qt"_s, versioned(qVersion(), "LGPL-3.0")},
        {u"hiredis"_s, versioned(gui::kHiredisVersion, "BSD-3-Clause")},
        {u"Asio"_s, versioned(gui::kAsioVersion, "BSL-1.0")},
        {QObject::tr("Also"),
            u"QCustomPlot (GPL-3.0), QtKeychain (BSD-3-Clause), Abseil and OpenSSL (Apache-2.0), "
            "cpp-httplib, JSON for Modern C++, SQLiteC++ and toml++ (MIT), PCRE2 (BSD-3-Clause), "
            "jemalloc (BSD-2-Clause), SQLite (public domain), tl::expected (CC0-1.0)"_s}};
}

/// Filters contain lock names, and QSettings would use the umask.
void makePrivate(const std::filesystem::path& file)
{
    if (preparePrivateDirectory(directoryOf(file)))
        (void)openPrivateFile(file);
}

/// LOCKKEEPER_LANGUAGE, else the setting, else the locale.
Language languageOf(const QSettings& settings)
{
    if (languageFromName(qEnvironmentVariable("LOCKKEEPER_LANGUAGE").toStdString()))
        return languageOfEnvironment();
    return languageFromName(settings.value(u"language"_s).toString().toStdString())
        .value_or(languageOfEnvironment());
}

int runWindows(const gui::Options& options, World& world)
{
    const Clock& clock = systemClock();
    const observe::LocalProcessProbe processes;
    ui::Theming theming(*qApp);
    std::optional<QTemporaryDir> scratch;
    if (options.screenshot)
        scratch.emplace();
    const QString file = scratch
        ? scratch->filePath(u"settings.ini"_s)
        : QSettings(QSettings::IniFormat, QSettings::UserScope, u"lockkeeper"_s, u"lockkeeper"_s)
              .fileName();
    makePrivate(file.toStdString());
    QSettings settings(file, QSettings::IniFormat);
    const gui::WindowLanguage language(languageOf(settings));
    if (const auto ignored = ignoredLanguage())
        note(*ignored);
    const QString missingFont = language.missingFont();
    if (!missingFont.isEmpty())
        note(missingFont.toStdString());
    const auto kept = ui::themeFromName(settings.value(u"theme"_s).toString());
    theming.apply(options.theme.value_or(kept.value_or(ui::Theme::System)));

    ui::DialogPrompter prompter(settings);
    ui::DesktopNotifier notifier;
    ui::DesktopKeychain keychain;
    ui::Desk desk({clock, processes, settings, prompter, theming, &notifier, &keychain},
        {.deploymentsFile = world.deploymentsFile,
            .journalFile = options.journalFile
                ? std::filesystem::path(options.journalFile->toStdString())
                : release::defaultJournalFile(),
            .recording = options.screenshot ? ui::DeploymentBridge::Recording::Never
                                            : ui::DeploymentBridge::Recording::Possible,
            .patterns = options.patterns,
            .about = aboutFacts(),
            .notice = missingFont,
            .startSandbox = startSandbox,
            .player = lab::play,
            .freePlayer = lab::playFreely});
    const ui::Tray tray(desk.deployments());
    QObject::connect(&tray, &ui::Tray::deploymentWanted, &desk, &ui::Desk::openByName);
    gui::QuitSignals quitSignals;
    QObject::connect(
        &quitSignals, &gui::QuitSignals::received, qApp, [] { QCoreApplication::exit(0); });
    const ui::Desk::Opened opened = openFirst(desk, world);
    if (options.page)
        opened.window.showPage(*options.page);
    std::unique_ptr<gui::Screenshot> screenshot;
    if (options.screenshot)
        screenshot
            = std::make_unique<gui::Screenshot>(opened.window, opened.session, *options.screenshot);
    return QApplication::exec();
}

} // namespace

int main(int argc, char* argv[])
{
    keepMemoryPrivate();
    shareHeap();
    if (const auto part = sandbox::runSandboxPart(argc, argv))
        return *part;
    if (const auto code = lab::runContender(argc, argv))
        return *code;
    // OpenSSL writes to closed sockets.
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication::setApplicationName(u"lockkeeper"_s);
    QCoreApplication::setApplicationVersion(utf8(gui::kVersion));
    const auto commandLine = readCommandLine(argc, argv);
    redis::scrubLogins(argc, argv);
    if (const auto* message = std::get_if<gui::Message>(&commandLine))
        return print(*message);
    const auto& options = std::get<gui::Options>(commandLine);
    auto created = createWorld(options);
    if (const auto* message = std::get_if<gui::Message>(&created))
        return print(*message);
    qtMessages = qInstallMessageHandler(endWithoutWindow);
    const QApplication application(argc, argv);
    qInstallMessageHandler(qtMessages);
    QGuiApplication::setDesktopFileName(u"lockkeeper"_s);
    return runWindows(options, std::get<World>(created));
}

#include "main.moc"
