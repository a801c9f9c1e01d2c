// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lock_commands.h"

#include "core/release/bulk.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/models/words/action_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/leases_page.h"
#include "ui/pages/lock_grouping.h"
#include "ui/pages/locks_page.h"
#include "ui/window/alert_center.h"
#include "ui/window/window_actions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <utility>

namespace lockkeeper::ui {

LockCommands::LockCommands(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
    connectActions();
    connectPages();
    connectTelling();
    connectGrouping();
}

void LockCommands::connectActions()
{
    const WindowActions& actions = m_parts.actions;
    connect(actions.decide, &QAction::triggered, this, [this] {
        if (const auto& entry = m_parts.locks.selectedEntry())
            open(entry->resource);
    });
    connect(actions.identify, &QAction::triggered, this, [this] {
        if (const auto& entry = m_parts.locks.selectedEntry())
            m_parts.dialogs.identify(entry->resource);
    });
    connect(actions.revoke, &QAction::triggered, this, &LockCommands::revoke);
    connect(actions.release, &QAction::triggered, this, &LockCommands::release);
    connect(actions.extend, &QAction::triggered, this, &LockCommands::extend);
    connect(actions.copyResource, &QAction::triggered, this, &LockCommands::copyResource);
    connect(actions.copyCommand, &QAction::triggered, this, &LockCommands::copyCommand);
}

void LockCommands::connectPages()
{
    LocksPage& locks = m_parts.locks;
    LeasesPage& leases = m_parts.leases;
    LockActions& actions = m_parts.session.actions();
    connect(&locks, &LocksPage::openRequested, this, [this](const Resource& resource) {
        // The dialog of one lock would leave out the others that are selected.
        if (m_parts.locks.selectedCount() > 1)
            m_parts.actions.release->trigger();
        else
            open(resource);
    });
    connect(&locks, &LocksPage::releaseRequested, &m_parts.dialogs, &LockDialogs::release);
    connect(&locks, &LocksPage::revokeRequested, &m_parts.dialogs, &LockDialogs::revoke);
    connect(&locks, &LocksPage::releaseLeaseRequested, &actions, &LockActions::release);
    connect(&locks, &LocksPage::extendRequested, &m_parts.session, &Session::extendLease);
    connect(&leases, &LeasesPage::releaseLeaseRequested, &actions, &LockActions::release);
    connect(&leases, &LeasesPage::extendRequested, &m_parts.session, &Session::extendLease);
}

void LockCommands::connectTelling()
{
    const WindowActions& actions = m_parts.actions;
    for (const auto& [action, what] : {std::pair(actions.tellFreed, AlertKind::Freed),
             std::pair(actions.tellTaken, AlertKind::Taken),
             std::pair(actions.tellStuck, AlertKind::Stuck)}) {
        connect(action, &QAction::triggered, this, [this, what = what](bool isWanted) {
            if (const auto& entry = m_parts.locks.selectedEntry())
                m_parts.alerts.setWatched(entry->resource, what, isWanted);
        });
    }
    connect(&m_parts.dialogs, &LockDialogs::tellRequested, this, [this](const Resource& resource) {
        m_parts.alerts.setWatched(resource, AlertKind::Freed, true);
    });
    m_parts.locks.setTellMenu(*actions.tellMenu);
}

void LockCommands::connectGrouping()
{
    WindowActions& actions = m_parts.actions;
    LockGrouping& grouping = m_parts.locks.grouping();
    connect(&actions, &WindowActions::groupingWanted, &grouping, &LockGrouping::set);
    connect(&grouping, &LockGrouping::changed, &actions, &WindowActions::setCurrentGrouping);
    connect(actions.collapseAll, &QAction::triggered, &grouping, &LockGrouping::collapseAll);
    connect(actions.expandAll, &QAction::triggered, &grouping, &LockGrouping::expandAll);
    actions.groupMenu->menuAction()->setEnabled(true);
    grouping.setMenu(*actions.groupMenu);
}

/// A lock that is gone can still be watched until somebody takes it.
void LockCommands::updateTelling(bool hasLock)
{
    const WindowActions& actions = m_parts.actions;
    const auto& entry = m_parts.locks.selectedEntry();
    const bool isShown = m_front == Front::Locks && entry;
    const auto set = [&](QAction& action, AlertKind what, bool isPossible) {
        action.setEnabled(isShown && isPossible);
        action.setChecked(isShown && m_parts.alerts.isWatched(entry->resource, what));
    };
    set(*actions.tellFreed, AlertKind::Freed, hasLock && leadingToken(entry->votes));
    set(*actions.tellTaken, AlertKind::Taken, isShown);
    set(*actions.tellStuck, AlertKind::Stuck, hasLock && entry->stale.empty());
    actions.tellMenu->menuAction()->setEnabled(isShown);
}

void LockCommands::update(Front front)
{
    m_front = front;
    const LocksPage& locks = m_parts.locks;
    WindowActions& actions = m_parts.actions;
    const bool hasLock = front == Front::Locks && locks.isSelectedThere();
    const bool isOurs = hasLock && locks.selectedLease();
    const bool isOurLease = front == Front::Leases && m_parts.leases.isSelectedHeld();
    const ChangePermission& permission = m_parts.session.changePermission();
    const Standing standing{
        .isReadOnly = !permission.isAllowed(), .isOurs = isOurs, .refusal = permission.refusal()};
    const auto why = [&](release::Action action) {
        return hasLock            ? whyDisabled(action, *locks.selectedEntry(), standing)
            : standing.isReadOnly ? readOnlyHint(standing.refusal)
                                  : QString();
    };
    const auto set = [](QAction& action, bool isThere, const QString& whyNot) {
        action.setEnabled(isThere && whyNot.isEmpty());
        action.setToolTip(toolTipText(whyNot));
    };
    set(*actions.release, hasLock || isOurLease, why(release::Action::Release));
    set(*actions.revoke, hasLock, why(release::Action::Revoke));
    actions.extend->setEnabled(!standing.isReadOnly && (isOurs || isOurLease));
    actions.decide->setEnabled(hasLock);
    // What asks or names masters needs them to be within reach.
    set(*actions.identify, hasLock, standing.refusal);
    updateTelling(hasLock);
    actions.copyResource->setEnabled(hasLock);
    actions.release->setText(tr("&Release\u2026"));
    set(*actions.copyCommand, hasLock, standing.refusal);
    if (front == Front::Locks && locks.selectedCount() > 1)
        updateSeveral(standing.isReadOnly ? readOnlyHint(standing.refusal) : QString());
}

void LockCommands::open(const Resource& resource)
{
    if (m_parts.locks.selectedLease() || !m_parts.dialogs.look(resource))
        m_parts.locks.focusDetail();
}

void LockCommands::release()
{
    if (m_front == Front::Leases)
        m_parts.leases.releaseSelected();
    else if (m_parts.locks.selectedCount() > 1)
        releaseSeveral();
    else if (const auto lease = m_parts.locks.selectedLease())
        m_parts.session.actions().release(lease->id);
    else if (const auto& entry = m_parts.locks.selectedEntry())
        m_parts.dialogs.release(entry->resource);
}

void LockCommands::releaseSeveral()
{
    constexpr int kMost = release::kMostAtOnce;
    const int count = m_parts.locks.selectedCount();
    if (count > kMost)
        return Q_EMIT refused(
            tr("%1 locks are selected: at most %2 are freed at once.").arg(count).arg(kMost));
    m_parts.dialogs.releaseAll(m_parts.locks.selectedResources(kMost));
}

/// With several locks selected, only what can be done to all of them is enabled.
void LockCommands::updateSeveral(const QString& whyReadOnly)
{
    const WindowActions& actions = m_parts.actions;
    for (QAction* action :
        {actions.decide, actions.identify, actions.revoke, actions.extend, actions.copyCommand})
        action->setEnabled(false);
    actions.tellMenu->menuAction()->setEnabled(false);
    actions.release->setEnabled(whyReadOnly.isEmpty());
    actions.release->setToolTip(toolTipText(whyReadOnly));
    actions.release->setText(tr("&Free %1 locks\u2026").arg(m_parts.locks.selectedCount()));
}

void LockCommands::revoke()
{
    if (const auto& entry = m_parts.locks.selectedEntry())
        m_parts.dialogs.revoke(entry->resource);
}

void LockCommands::extend()
{
    if (m_front == Front::Leases)
        m_parts.leases.extendSelected();
    else if (const auto lease = m_parts.locks.selectedLease())
        m_parts.session.extendLease(lease->id);
}

void LockCommands::copyResource() const
{
    QGuiApplication::clipboard()->setText(
        wholeText(m_parts.locks.selectedEntry()->resource.value()));
}

void LockCommands::copyCommand() const
{
    QGuiApplication::clipboard()->setText(
        readCommandLines(m_parts.session.deployment(), *m_parts.locks.selectedEntry()));
}

} // namespace lockkeeper::ui
