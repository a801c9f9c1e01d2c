// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/gui_options.h"
#include "app/gui/quit_signals.h"
#include "app/gui/screenshot.h"
#include "app/gui/versions.h"
#include "core/sandbox/sandbox.h"
#include "core/text/display_safe.h"
#include "ui/dialogs/dialog_prompter.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTextStream>

using namespace lockkeeper;
using namespace Qt::StringLiterals;

namespace {

/// What the window works on. Created before the window and destroyed after it.
struct World {
    std::optional<sandbox::Sandbox> sandbox;
    std::optional<config::Deployment> deployment; ///< nullopt: no masters were named
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
    return {u"lockkeeper: "_s + QString::fromStdString(displaySafe(error.text)), exitCode};
}

/// Parses the command line with a QCoreApplication, which needs no display: --help and errors work
/// without one.
std::variant<gui::Options, gui::Message> readCommandLine(int argc, char* argv[])
{
    QCoreApplication application(argc, argv);
    return gui::parseOptions(QCoreApplication::arguments());
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

/// Chooses Qt's platform plugin. Returns a message if there is no display to open a window on.
std::optional<gui::Message> choosePlatform(const gui::Options& options)
{
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return std::nullopt;
    if (options.screenshot)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    else if (!hasDisplay())
        return gui::Message{u"lockkeeper: there is no display to open a window on (DISPLAY and "
                            u"WAYLAND_DISPLAY are not set); use lockctl, or --screenshot FILE"_s,
            gui::kExitUnreachable};
    return std::nullopt;
}

/// Parses the masters' URLs. Returns a message if one of them is wrong.
std::variant<World, gui::Message> readMasters(const gui::Options& options)
{
    World world;
    if (options.masters.empty())
        return world;
    auto deployment = config::deploymentFromUrls("masters", options.masters);
    if (!deployment)
        return failure(deployment.error(), gui::kExitUsage);
    world.deployment = std::move(*deployment);
    return world;
}

std::optional<gui::Message> startSandbox(World& world)
{
    auto started = sandbox::Sandbox::start();
    if (!started)
        return failure(started.error(), gui::kExitUnreachable);
    world.sandbox = std::move(*started);
    world.deployment = world.sandbox->deployment();
    return std::nullopt;
}

/// Creates the World that the options describe. With --sandbox it starts the servers and blocks for
/// about a second.
std::variant<World, gui::Message> createWorld(const gui::Options& options)
{
    auto read = readMasters(options);
    auto* world = std::get_if<World>(&read);
    if (!world)
        return read;
    if (const auto message = choosePlatform(options))
        return *message;
    if (options.isSandbox) {
        if (const auto message = startSandbox(*world))
            return *message;
    }
    if (world->deployment && !options.patterns.empty())
        world->deployment->patterns = options.patterns;
    return read;
}

ui::Session::Options sessionOptions(const gui::Options& options, const World& world)
{
    return {.deployment = *world.deployment,
        .owner = lock::Owner::thisProcess("lockkeeper"),
        .journalFile = options.journalFile
            ? std::filesystem::path(options.journalFile->toStdString())
            : release::defaultJournalFile()};
}

QList<ui::Fact> aboutFacts()
{
    return {{u"Lockkeeper"_s, utf8(gui::kVersion)}, {u"Qt"_s, utf8(qVersion())},
        {u"hiredis"_s, utf8(gui::kHiredisVersion)}, {u"Asio"_s, utf8(gui::kAsioVersion)},
        {QObject::tr("Licence"), u"GPL-3.0-or-later; its core library Apache-2.0"_s}};
}

/// Opens the window, or draws it for --screenshot, and runs the event loop. Returns the exit code.
int runWindow(const gui::Options& options, const World& world)
{
    const Clock& clock = systemClock();
    const observe::LocalProcessProbe processes;
    ui::Theming theming(*qApp);
    const QTemporaryDir scratch;
    // A screenshot uses empty temporary settings: it must neither depend on the user's settings nor
    // change them.
    const QString file = options.screenshot
        ? scratch.filePath(u"settings.ini"_s)
        : QSettings(QSettings::IniFormat, QSettings::UserScope, u"lockkeeper"_s, u"lockkeeper"_s)
              .fileName();
    QSettings settings(file, QSettings::IniFormat);
    const auto kept = ui::themeFromName(settings.value(u"theme"_s).toString());
    theming.apply(options.theme.value_or(kept.value_or(ui::Theme::System)));

    ui::DialogPrompter prompter;
    std::unique_ptr<ui::Session> session;
    if (world.deployment)
        session = std::make_unique<ui::Session>(sessionOptions(options, world), clock, processes);
    ui::MainWindow window(session.get(), {settings, prompter, theming, aboutFacts()});
    gui::QuitSignals quitSignals;
    QObject::connect(
        &quitSignals, &gui::QuitSignals::received, qApp, [] { QCoreApplication::exit(0); });
    std::unique_ptr<gui::Screenshot> screenshot;
    if (options.screenshot)
        screenshot = std::make_unique<gui::Screenshot>(window, session.get(), *options.screenshot);
    window.show();
    return QApplication::exec();
}

} // namespace

int main(int argc, char* argv[])
{
    if (const auto part = sandbox::runSandboxPart(argc, argv))
        return *part;
    QCoreApplication::setApplicationName(u"lockkeeper"_s);
    QCoreApplication::setApplicationVersion(utf8(gui::kVersion));
    const auto commandLine = readCommandLine(argc, argv);
    if (const auto* message = std::get_if<gui::Message>(&commandLine))
        return print(*message);
    const auto& options = std::get<gui::Options>(commandLine);
    const auto created = createWorld(options);
    if (const auto* message = std::get_if<gui::Message>(&created))
        return print(*message);
    const QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(u"lockkeeper"_s);
    return runWindow(options, std::get<World>(created));
}
