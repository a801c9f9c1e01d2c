// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/gui_options.h"

#include "core/redis/url_login.h"
#include "ui/models/words/text_parts.h"

#include <QCommandLineParser>
#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockkeeper::gui {

namespace {

struct GuiOptions {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::gui::GuiOptions)
};

QStringList pageNames()
{
    QStringList names;
    for (const ui::MainWindow::PageTitle& page : ui::MainWindow::pageTitles())
        names << page.name;
    return names;
}

QStringList dialogNames()
{
    QStringList names;
    for (const auto dialog : enumValues<ScreenshotRequest::Dialog>())
        names << QString::fromLatin1(nameOf(dialog));
    return names;
}

QString anyOf(QStringList names)
{
    const QString last = names.takeLast();
    return GuiOptions::tr("%1 or %2").arg(ui::listText(names), last);
}

struct Known {
    QCommandLineOption sandbox{u"sandbox"_s,
        GuiOptions::tr(
            "Start five redis-servers with demo locks, watch them, and end them with the window.")};
    QCommandLineOption master{u"master"_s,
        GuiOptions::tr(
            "Watch this master: redis://[user[:password]@]host[:port][/db], the same with "
            "rediss:// for TLS, or unix:///path. "
            "Name all masters that together decide a lock."),
        u"URL"_s};
    QCommandLineOption agent{u"agent"_s,
        GuiOptions::tr("Show what a lockctl serve sees that listens there: http://localhost:PORT "
                       "or https://HOST[:PORT]. Read-only; a token is in LOCKKEEPER_AGENT_TOKEN."),
        u"URL"_s};
    QCommandLineOption config{u"config"_s,
        GuiOptions::tr(
            "The file that names deployments. Default: ~/.config/lockkeeper/deployments.toml."),
        u"FILE"_s};
    QCommandLineOption deployment{u"deployment"_s,
        GuiOptions::tr(
            "Watch the deployment of that name. May be left out if --config names a file with only "
            "one."),
        u"NAME"_s};
    QCommandLineOption match{
        u"match"_s, GuiOptions::tr("Watch only keys that match. May be repeated."), u"GLOB"_s};
    QCommandLineOption journal{
        u"journal"_s, GuiOptions::tr("Write the journal into this file."), u"FILE"_s};
    QCommandLineOption theme{
        u"theme"_s, GuiOptions::tr("system, light or dark. Default: as the system."), u"NAME"_s};
    QCommandLineOption screenshot{u"screenshot"_s,
        GuiOptions::tr("Draw the window into a PNG file, without a display, and end."), u"FILE"_s};
    QCommandLineOption size{
        u"size"_s, GuiOptions::tr("Size of the screenshot. Default: 1280x800."), u"WxH"_s};
    QCommandLineOption page{u"page"_s,
        GuiOptions::tr("The page to begin with: %1. A screenshot may also show a dialog: %2.")
            .arg(ui::listText(pageNames()), ui::listText(dialogNames())),
        u"NAME"_s};
    QCommandLineOption version{
        QStringList{u"v"_s, u"version"_s}, GuiOptions::tr("Show the version.")};
    QCommandLineOption help{QStringList{u"h"_s, u"help"_s}, GuiOptions::tr("Show this help.")};
    QCommandLineOption platform{u"platform"_s, {}, u"NAME"_s};
    QCommandLineOption style{u"style"_s, {}, u"NAME"_s};

    void addTo(QCommandLineParser& parser)
    {
        platform.setFlags(QCommandLineOption::HiddenFromHelp);
        style.setFlags(QCommandLineOption::HiddenFromHelp);
        parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
        parser.addOptions({sandbox, master, agent, config, deployment, match, journal, theme,
            screenshot, size, page, version, help, platform, style});
    }
};

/// `text` may contain a URL with a password.
Message usageError(const QString& text)
{
    const auto shown = QString::fromStdString(redis::withoutLogin(text.toStdString()));
    return {GuiOptions::tr("lockkeeper: %1 (see lockkeeper --help)").arg(shown), kExitUsage};
}

std::vector<std::string> toStdStrings(const QStringList& list)
{
    std::vector<std::string> strings;
    for (const QString& text : list)
        strings.push_back(text.toStdString());
    return strings;
}

std::optional<QSize> sizeFromText(const QString& text)
{
    const QStringList parts = text.split(u'x');
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(), parts[1].toInt());
    const bool isSensible = size.width() > 0 && size.width() <= 10'000 && size.height() > 0
        && size.height() <= 10'000;
    return isSensible ? std::optional(size) : std::nullopt;
}

std::optional<Message> readAppearance(
    const QCommandLineParser& parser, const Known& known, Options& options)
{
    if (parser.isSet(known.theme)) {
        options.theme = ui::themeFromName(parser.value(known.theme));
        if (!options.theme)
            return usageError(GuiOptions::tr("--theme is system, light or dark"));
    }
    if (parser.isSet(known.screenshot))
        options.screenshot = ScreenshotRequest{.file = parser.value(known.screenshot)};
    if (parser.isSet(known.page)) {
        const QString name = parser.value(known.page);
        options.page = ui::MainWindow::pageFromName(name);
        const auto dialog = enumNamed<ScreenshotRequest::Dialog>(name.toStdString());
        if (dialog && options.screenshot)
            options.screenshot->dialog = dialog;
        else if (!options.page)
            return usageError(GuiOptions::tr("--page is %1; with --screenshot also %2")
                                  .arg(anyOf(pageNames()), anyOf(dialogNames())));
    }
    if (parser.isSet(known.size)) {
        const auto size = sizeFromText(parser.value(known.size));
        if (!size)
            return usageError(GuiOptions::tr("--size is width and height in pixels, as 1280x800"));
        if (!options.screenshot)
            return usageError(GuiOptions::tr("--size is that of a picture: add --screenshot FILE"));
        options.screenshot->size = *size;
    }
    return std::nullopt;
}

std::optional<Message> sourceError(const Options& options)
{
    const bool isFile = options.config || options.deployment;
    if (options.isSandbox && !options.masters.empty())
        return usageError(GuiOptions::tr("--sandbox brings its own masters: leave out --master"));
    if (isFile && options.isSandbox)
        return usageError(
            GuiOptions::tr("--sandbox brings its own masters: leave out --deployment, --config"));
    if (isFile && !options.masters.empty())
        return usageError(GuiOptions::tr("--deployment and --config exclude --master"));
    if (options.agent
        && (isFile || options.isSandbox || !options.masters.empty() || !options.patterns.empty()))
        return usageError(GuiOptions::tr("--agent excludes --master, --match, --sandbox, "
                                         "--deployment and --config: the agent has its own"));
    return std::nullopt;
}

} // namespace

std::variant<Options, Message> parseOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        GuiOptions::tr("Shows who holds every lock in Redis, Valkey and ZooKeeper, and frees the "
                       "stuck ones safely."));
    Known known;
    known.addTo(parser);
    if (!parser.parse(arguments))
        return usageError(parser.errorText());
    if (parser.isSet(known.help))
        return Message{parser.helpText().trimmed(), 0};
    if (parser.isSet(known.version))
        return Message{u"lockkeeper "_s + QCoreApplication::applicationVersion(), 0};
    if (!parser.positionalArguments().isEmpty())
        return usageError(
            GuiOptions::tr("unexpected argument %1").arg(parser.positionalArguments().first()));
    Options options;
    options.isSandbox = parser.isSet(known.sandbox);
    options.masters = toStdStrings(parser.values(known.master));
    options.patterns = toStdStrings(parser.values(known.match));
    if (parser.isSet(known.agent))
        options.agent = parser.value(known.agent).toStdString();
    if (parser.isSet(known.config))
        options.config = parser.value(known.config).toStdString();
    if (parser.isSet(known.deployment))
        options.deployment = parser.value(known.deployment).toStdString();
    if (auto error = sourceError(options))
        return *error;
    if (parser.isSet(known.journal))
        options.journalFile = parser.value(known.journal);
    if (auto error = readAppearance(parser, known, options))
        return *error;
    return options;
}

} // namespace lockkeeper::gui
