// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include "ui/dialogs/prompter.h"
#include "ui/look/theme.h"
#include "ui/models/words/words.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTimer>
#include <array>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr const char* kWhyNot = "whyNot";

/// Leaves the menu bar with its menu: else typing opens menus.
void leaveWithMenu(QMenuBar& bar)
{
    QTimer::singleShot(0, &bar, [&bar] {
        if (!bar.hasFocus() || QApplication::activePopupWidget())
            return;
        QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
        QApplication::sendEvent(&bar, &escape);
    });
}

} // namespace

WindowActions::WindowActions(
    QMainWindow& window, Theming& theming, QSettings& settings, Prompter& prompter)
    : QObject(&window)
    , connectMasters(
          create(tr("&Connect to masters\u2026"), u"connectAction"_s, {Qt::CTRL | Qt::Key_O}))
    , switchDeployment(
          create(tr("Switch &deployment\u2026"), u"switchAction"_s, {Qt::CTRL | Qt::Key_D}))
    , overview(
          create(tr("Al&l deployments"), u"overviewAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_D}))
    , report(create(
          tr("&Incident report\u2026"), u"reportAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_E}))
    , exportRows(create(
          tr("E&xport rows\u2026"), u"exportRowsAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_S}))
    , openPlan(
          create(tr("Open a &plan\u2026"), u"openPlanAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_O}))
    , closeWindow(create(tr("Close &window"), u"closeWindowAction"_s, {Qt::CTRL | Qt::Key_W}))
    , quit(create(tr("&Quit"), u"quitAction"_s, {QKeySequence::Quit, Qt::CTRL | Qt::Key_Q}))
    , acquire(create(tr("&Acquire\u2026"), u"acquireAction"_s, {Qt::CTRL | Qt::Key_N}))
    , identify(create(tr("Identify &holder\u2026"), u"identifyAction"_s, {Qt::CTRL | Qt::Key_I}))
    , decide(create(tr("&Is it safe to free?") + u"\t"_s + tr("Return"), u"decideAction"_s))
    , askOrTakeOver(create(tr("As&k for it, or take it over\u2026"), u"askOrTakeOverAction"_s))
    , revoke(create(tr("Re&voke\u2026"), u"revokeAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_R}))
    , release(
          create(tr("&Release\u2026"), u"releaseAction"_s, {Qt::Key_Delete, Qt::CTRL | Qt::Key_R}))
    , releaseHolder(create(tr("Free all &of this holder\u2026"), u"releaseHolderAction"_s))
    , releaseStale(create(tr("Free all stale locks\u2026"), u"releaseStaleAction"_s,
          {Qt::CTRL | Qt::SHIFT | Qt::Key_Delete}))
    , finish(create(tr("Finish &when masters answer"), u"finishAction"_s))
    , extend(create(tr("&Extend"), u"extendAction"_s, {Qt::CTRL | Qt::Key_E}))
    , note(create(tr("&Note\u2026"), u"noteAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_N}))
    , changes(create({}, u"changesAction"_s))
    , tellFreed(create(tr("When it is &free"), u"tellFreedAction"_s))
    , tellTaken(create(tr("When it is &taken by another"), u"tellTakenAction"_s))
    , tellStuck(create(tr("When it is &stale"), u"tellStuckAction"_s))
    , alerts(create(tr("A&lerts\u2026"), u"alertsAction"_s))
    , copyResource(
          create(tr("Copy re&source"), u"copyResourceAction"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_C}))
    , copyCommand(create(tr("Copy as redis-&cli command"), u"copyCommandAction"_s))
    , filter(create(tr("&Filter"), u"filterAction"_s, {QKeySequence::Find}))
    , goTo(create(tr("&Go to\u2026"), u"goToAction"_s, {Qt::CTRL | Qt::Key_K}))
    , collapseAll(create(tr("&Collapse all groups"), u"collapseAllAction"_s))
    , expandAll(create(tr("&Expand all groups"), u"expandAllAction"_s))
    , pause(create(tr("&Pause") + u"\t"_s + tr("Space"), u"pauseAction"_s))
    , refresh(create(tr("S&weep now"), u"refreshAction"_s, {Qt::Key_F5}))
    , help(create(tr("&Help"), u"helpAction"_s, {Qt::Key_F1}))
    , shortcuts(create(tr("&Shortcuts"), u"shortcutsAction"_s))
    , about(create(tr("&About Lockkeeper"), u"aboutAction"_s))
{
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
    pause->setCheckable(true);
    changes->setVisible(false);
    createMenus(window, theming, settings, prompter);
}

QAction* WindowActions::create(
    const QString& text, const QString& name, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    // A standard key may be empty, or a duplicate, which is ambiguous.
    QList<QKeySequence> different;
    for (const QKeySequence& key : keys) {
        if (!key.isEmpty() && !different.contains(key))
            different << key;
    }
    action->setShortcuts(different);
    return action;
}

QAction* WindowActions::addChoice(
    QMenu& menu, QActionGroup& group, const QString& text, const QString& name)
{
    auto* action = create(text, name);
    action->setCheckable(true);
    group.addAction(action);
    menu.addAction(action);
    return action;
}

void WindowActions::createMenus(
    QMainWindow& window, Theming& theming, QSettings& settings, Prompter& prompter)
{
    QMenuBar& bar = *window.menuBar();
    QMenu* file = bar.addMenu(tr("&File"));
    file->addActions({connectMasters, switchDeployment, overview});
    file->addSeparator();
    file->addActions({report, exportRows, openPlan});
    file->addSeparator();
    file->addActions({closeWindow, quit});

    lockMenu = new QMenu(&window);
    lockMenu->addActions({decide, identify, askOrTakeOver, revoke, release, releaseHolder,
        releaseStale, finish, extend, note});
    lockMenu->addSeparator();
    tellMenu = lockMenu->addMenu(tr("No&tify me"));
    tellMenu->setToolTipsVisible(true);
    for (QAction* action : {tellFreed, tellTaken, tellStuck}) {
        action->setCheckable(true);
        tellMenu->addAction(action);
    }
    lockMenu->addSeparator();
    lockMenu->addActions({copyResource, copyCommand});
    QMenu* lock = bar.addMenu(tr("&Lock"));
    lock->addAction(acquire);
    lock->addActions(lockMenu->actions());
    lock->addSeparator();
    lock->addAction(changes);
    lock->setToolTipsVisible(true);
    lockMenu->setToolTipsVisible(true);

    QMenu* view = bar.addMenu(tr("&View"));
    view->addActions({goTo, filter, pause, refresh});
    groupMenu = view->addMenu(tr("G&roup locks"));
    addGroupings(*groupMenu);
    view->addAction(alerts);
    recordingMenu = view->addMenu(tr("Recor&ding"));
    recordingMenu->menuAction()->setEnabled(false);
    view->addSeparator();
    addPages(*view);
    view->addSeparator();
    addThemes(*view->addMenu(tr("&Theme")), theming, settings);
    addLanguages(*view->addMenu(tr("La&nguage")), settings, prompter);

    QMenu* helpMenu = bar.addMenu(tr("&Help"));
    helpMenu->addActions({help, shortcuts, about});
    for (const QMenu* const menu : {file, lock, view, helpMenu})
        connect(menu, &QMenu::aboutToHide, &bar, [&bar] { leaveWithMenu(bar); });
}

void WindowActions::addPages(QMenu& menu)
{
    const auto titles = MainWindow::pageTitles();
    for (int page = 0; page < titles.size(); ++page) {
        auto* action = create(titles[page].title, u"pageAction%1"_s.arg(page + 1),
            {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + page))});
        menu.addAction(action);
        connect(action, &QAction::triggered, this, [this, page] { Q_EMIT pageWanted(page); });
    }
}

void WindowActions::addThemes(QMenu& menu, Theming& theming, QSettings& settings)
{
    auto* group = new QActionGroup(this);
    const QStringList titles{tr("As the system"), tr("Light"), tr("Dark")};
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        auto* action = addChoice(
            menu, *group, titles[static_cast<int>(theme)], themeName(theme) + u"ThemeAction"_s);
        action->setChecked(theme == theming.theme());
        connect(action, &QAction::triggered, this, [&theming, &settings, theme] {
            theming.apply(theme);
            settings.setValue(u"theme"_s, themeName(theme));
        });
    }
}

void WindowActions::addLanguages(QMenu& menu, QSettings& settings, Prompter& prompter)
{
    auto* group = new QActionGroup(this);
    const std::pair<QString, QString> languages[] = {{u"system"_s, tr("As the system")},
        {u"en"_s, u"English"_s}, {u"zh_CN"_s, u"\u7b80\u4f53\u4e2d\u6587"_s}};
    const QString chosen = settings.value(u"language"_s).toString();
    for (const auto& [name, title] : languages) {
        auto* action = addChoice(menu, *group, title, name + u"LanguageAction"_s);
        if (name == chosen || group->checkedAction() == nullptr) // also if unknown
            action->setChecked(true);
        connect(
            action, &QAction::triggered, this, [&settings, &prompter, name = name, title = title] {
                if (settings.value(u"language"_s).toString() == name)
                    return;
                settings.setValue(u"language"_s, name);
                prompter.tell(tr("Language"),
                    {{tr("Chosen"), title},
                        {tr("Applies"), tr("when Lockkeeper is started the next time")}});
            });
    }
}

void WindowActions::addGroupings(QMenu& menu)
{
    auto* group = new QActionGroup(this);
    const std::array names{std::pair(tr("&Not"), u"groupNotAction"_s),
        std::pair(tr("By name &prefix"), u"groupPrefixAction"_s),
        std::pair(tr("By &holder"), u"groupHolderAction"_s),
        std::pair(tr("By &library"), u"groupLibraryAction"_s)};
    for (const Grouping grouping :
        {Grouping::None, Grouping::Prefix, Grouping::Holder, Grouping::Library}) {
        const auto& [text, name] = names.at(static_cast<std::size_t>(grouping));
        auto* action = addChoice(menu, *group, text, name);
        m_groupings << action;
        connect(action, &QAction::triggered, this,
            [this, grouping] { Q_EMIT groupingWanted(grouping); });
    }
    menu.addSeparator();
    menu.addActions({collapseAll, expandAll});
    menu.menuAction()->setEnabled(false);
    setCurrentGrouping(Grouping::None);
}

void WindowActions::setReadOnly(bool isReadOnly, const QString& refusal)
{
    changes->setText(isReadOnly ? tr("A&llow changes\u2026") : tr("En&d changes"));
    setWhyNot(*acquire, isReadOnly ? readOnlyHint(refusal) : QString());
}

void WindowActions::setWhyNot(QAction& action, const QString& why)
{
    action.setEnabled(why.isEmpty());
    action.setToolTip(toolTipText(why));
    action.setProperty(kWhyNot, why);
}

QString WindowActions::whyNot(const QAction& action)
{
    return action.isEnabled() ? QString() : action.property(kWhyNot).toString();
}

QString WindowActions::whyNot(QKeySequence keys) const
{
    for (const QAction* action : findChildren<QAction*>()) {
        if (!action->isEnabled() && action->shortcuts().contains(keys))
            return whyNot(*action);
    }
    return {};
}

void WindowActions::setCurrentGrouping(Grouping grouping)
{
    m_groupings[static_cast<int>(grouping)]->setChecked(true);
    for (QAction* action : {collapseAll, expandAll})
        action->setEnabled(grouping != Grouping::None);
}

} // namespace lockkeeper::ui
