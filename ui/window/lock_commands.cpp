// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lock_commands.h"

#include "core/output/plan_file.h"
#include "core/release/revocable.h"
#include "core/text/natural_order.h"
#include "core/text/translate.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/models/words/action_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/leases_page.h"
#include "ui/pages/lock_grouping.h"
#include "ui/pages/locks_page.h"
#include "ui/window/notices.h"
#include "ui/window/window_actions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

LockCommands::LockCommands(Session& session, WindowActions& actions, LocksPage& locks,
    LeasesPage& leases, LockDialogs& dialogs, AlertCenter& alerts, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_actions(actions)
    , m_locks(locks)
    , m_leases(leases)
    , m_dialogs(dialogs)
    , m_alerts(alerts)
{
    connectActions();
    connectPages();
    connectTelling();
    connectGrouping();
}

void LockCommands::connectActions()
{
    const auto onSelected = [this](const QAction* action, auto act) {
        connect(action, &QAction::triggered, this, [this, act] {
            if (const observe::LockEntryPtr entry = m_locks.selectedEntry())
                act(*entry);
        });
    };
    using Entry = observe::LockEntry;
    for (const QAction* action : {m_actions.decide, m_actions.askOrTakeOver})
        onSelected(action, [this](const Entry& entry) { open(entry.resource); });
    onSelected(
        m_actions.identify, [this](const Entry& entry) { m_dialogs.identify(entry.resource); });
    onSelected(m_actions.revoke, [this](const Entry& entry) { m_dialogs.revoke(entry.resource); });
    onSelected(m_actions.note, [this](const Entry& entry) { m_dialogs.note(entry.resource); });
    onSelected(m_actions.copyResource, [](const Entry& entry) {
        QGuiApplication::clipboard()->setText(wholeText(entry.resource.value()));
    });
    onSelected(m_actions.copyCommand, [this](const Entry& entry) {
        QGuiApplication::clipboard()->setText(readCommandLines(m_session.deployment(), entry));
    });
    connect(m_actions.release, &QAction::triggered, this, &LockCommands::release);
    connect(m_actions.releaseHolder, &QAction::triggered, this, &LockCommands::releaseHolder);
    connect(m_actions.releaseStale, &QAction::triggered, this, &LockCommands::releaseStale);
    connect(&m_session.locks(), &LockStore::countsChanged, this, &LockCommands::updateStale);
    ReleaseRunner& releases = m_session.releases();
    connect(m_actions.finish, &QAction::triggered, &releases, &ReleaseRunner::finishAll);
    connect(&releases, &ReleaseRunner::unfinishedChanged, this, &LockCommands::updateFinish);
    connect(m_actions.extend, &QAction::triggered, this, &LockCommands::extend);
}

void LockCommands::connectPages()
{
    LockActions& actions = m_session.actions();
    connect(&m_locks, &LocksPage::openRequested, this, [this](const Resource& resource) {
        // A single lock's dialog would ignore the others.
        if (m_locks.selectedCount() > 1)
            trigger(*m_actions.release);
        else
            open(resource);
    });
    connect(&m_locks, &LocksPage::releaseRequested, this, &LockCommands::releaseLock);
    connect(&m_locks, &LocksPage::revokeRequested, &m_dialogs, &LockDialogs::revoke);
    connect(&m_locks, &LocksPage::freeHolderRequested, &m_dialogs, &LockDialogs::releaseHolder);
    connect(
        &m_locks, &LocksPage::staleRequested, this, [this] { trigger(*m_actions.releaseStale); });
    connect(&m_locks, &LocksPage::releaseSelectedRequested, this,
        [this] { trigger(*m_actions.release); });
    connect(&m_locks, &LocksPage::extendRequested, &m_session, &Session::extendLease);
    connect(&m_leases, &LeasesPage::releaseLeaseRequested, &actions, &LockActions::release);
    connect(&m_leases, &LeasesPage::extendRequested, &m_session, &Session::extendLease);
}

void LockCommands::trigger(QAction& action)
{
    if (action.isEnabled())
        action.trigger();
    else
        Q_EMIT refused(WindowActions::whyNot(action));
}

void LockCommands::connectTelling()
{
    for (const auto& [action, what] : {std::pair(m_actions.tellFreed, AlertKind::Freed),
             std::pair(m_actions.tellTaken, AlertKind::Taken),
             std::pair(m_actions.tellStuck, AlertKind::Stuck)}) {
        connect(action, &QAction::triggered, this, [this, what = what](bool isWanted) {
            if (const auto& entry = m_locks.selectedEntry())
                m_alerts.setWatched(entry->resource, what, isWanted);
        });
    }
    connect(&m_dialogs, &LockDialogs::tellRequested, this, [this](const Resource& resource) {
        m_alerts.setWatched(resource, AlertKind::Freed, true);
    });
    m_locks.setTellMenu(*m_actions.tellMenu);
}

void LockCommands::connectGrouping()
{
    LockGrouping& grouping = m_locks.grouping();
    connect(&m_actions, &WindowActions::groupingWanted, &grouping, &LockGrouping::set);
    connect(&grouping, &LockGrouping::changed, &m_actions, &WindowActions::setCurrentGrouping);
    connect(m_actions.collapseAll, &QAction::triggered, &grouping, &LockGrouping::collapseAll);
    connect(m_actions.expandAll, &QAction::triggered, &grouping, &LockGrouping::expandAll);
    m_actions.groupMenu->menuAction()->setEnabled(true);
    grouping.setMenu(*m_actions.groupMenu);
}

/// Gone locks can be watched.
void LockCommands::updateTelling(bool hasLock)
{
    const auto& entry = m_locks.selectedEntry();
    const bool isShown = m_front == Front::Locks && entry;
    const auto set = [&](QAction& action, AlertKind what, bool isPossible) {
        action.setEnabled(isShown && isPossible);
        action.setChecked(isShown && m_alerts.isWatched(entry->resource, what));
    };
    set(*m_actions.tellFreed, AlertKind::Freed, hasLock && leadingToken(entry->votes));
    set(*m_actions.tellTaken, AlertKind::Taken, isShown);
    set(*m_actions.tellStuck, AlertKind::Stuck, hasLock && !entry->hasEvidence());
    m_actions.tellMenu->menuAction()->setEnabled(isShown);
}

void LockCommands::update(Front front)
{
    m_front = front;
    const bool hasLock = front == Front::Locks && m_locks.isSelectedThere();
    const bool isOurs = hasLock && m_locks.selectedLease();
    const bool isOurLease = front == Front::Leases && m_leases.isSelectedHeld();
    const ChangePermission& permission = m_session.changePermission();
    const Standing standing{
        .isReadOnly = !permission.isAllowed(), .isOurs = isOurs, .refusal = permission.refusal()};
    const auto why = [&](release::Action action) {
        return hasLock            ? whyDisabled(action, *m_locks.selectedEntry(), standing)
            : standing.isReadOnly ? readOnlyHint(standing.refusal)
                                  : QString();
    };
    const auto set = [&](QAction& action, bool isThere, const QString& whyNot) {
        WindowActions::setWhyNot(action, isThere || !whyNot.isEmpty() ? whyNot : whyNothing());
    };
    set(*m_actions.release, hasLock || isOurLease, why(release::Action::Release));
    set(*m_actions.revoke, hasLock, why(release::Action::Revoke));
    updateFinish();
    updateStale();
    WindowActions::setWhyNot(*m_actions.extend, whyNotExtended(isOurs || isOurLease, standing));
    set(*m_actions.decide, hasLock, {});
    const QString whyNotRedis = m_session.whyNotRedis();
    set(*m_actions.askOrTakeOver, hasLock,
        isOurs ? tr("This window holds it: release it.") : QString());
    set(*m_actions.note, hasLock,
        standing.isReadOnly ? readOnlyHint(standing.refusal) : whyNotRedis);
    // Needs reachable masters.
    set(*m_actions.identify, hasLock, standing.refusal.isEmpty() ? whyNotRedis : standing.refusal);
    updateTelling(hasLock);
    set(*m_actions.copyResource, hasLock, {});
    const FreeWay way = hasLock ? freeWayOf(*m_locks.selectedEntry()) : FreeWay::Whole;
    m_actions.release->setText(way == FreeWay::Count ? tr("Set the n&umber\u2026")
            : way == FreeWay::Holder                 ? tr("F&ree one holder\u2026")
                                                     : tr("&Release\u2026"));
    set(*m_actions.copyCommand, hasLock, standing.refusal);
    updateHolder(hasLock, standing.isReadOnly ? readOnlyHint(standing.refusal) : QString());
    if (front == Front::Locks && m_locks.selectedCount() > 1)
        updateSeveral(standing.isReadOnly ? readOnlyHint(standing.refusal) : QString());
}

void LockCommands::updateFinish()
{
    const ChangePermission& permission = m_session.changePermission();
    WindowActions::setWhyNot(*m_actions.finish,
        !m_session.releases().hasUnfinished()
            ? tr("All masters have answered what was sent to free locks, or are waited for.")
            : permission.isAllowed() ? QString()
                                     : readOnlyHint(permission.refusal()));
}

/// As the filter shows them: what is out of sight stays.
void LockCommands::releaseStale()
{
    const std::vector<Resource> stale = m_locks.staleResources();
    if (stale.empty())
        Q_EMIT refused(tr("No stale lock is shown."));
    else
        m_dialogs.releaseAll(stale);
}

void LockCommands::updateStale()
{
    const ChangePermission& permission = m_session.changePermission();
    WindowActions::setWhyNot(*m_actions.releaseStale,
        !permission.isAllowed()                  ? readOnlyHint(permission.refusal())
            : m_session.locks().staleCount() > 0 ? QString()
                                                 : tr("No lock is stale."));
}

QString LockCommands::whyNothing() const
{
    return m_front == Front::Leases ? tr("Select a lease that is held first.")
        : m_front == Front::Locks   ? tr("Select a lock in the table first.")
                                    : tr("Select a lock on the page Locks first.");
}

QString LockCommands::whyNotExtended(bool isOurs, const Standing& standing) const
{
    if (standing.isReadOnly)
        return readOnlyHint(standing.refusal);
    if (!isOurs)
        return tr("Only a lock that this window holds can be extended.");
    const auto lease
        = m_front == Front::Leases ? m_leases.selectedLease() : m_locks.selectedLease();
    return lease && !lease->isExtendable
        ? tr("It is not extended: its session, or its way to lock, sets its end.")
        : QString();
}

void LockCommands::open(const Resource& resource)
{
    const auto entry = m_session.locks().presentEntry(resource);
    const bool isShared = entry && freeWayOf(*entry) != FreeWay::Whole;
    if (isShared && m_session.changePermission().isAllowed())
        free(*entry);
    else if (m_locks.selectedLease() || isShared || !m_dialogs.look(resource))
        m_locks.focusDetail();
}

void LockCommands::free(const observe::LockEntry& entry)
{
    switch (freeWayOf(entry)) {
    case FreeWay::Whole:
        return m_dialogs.release(entry.resource);
    case FreeWay::Holder:
        return m_locks.focusHolders();
    case FreeWay::Count:
        return m_dialogs.setCount(entry.resource);
    }
}

void LockCommands::release()
{
    if (m_front == Front::Leases)
        m_leases.releaseSelected();
    else if (m_locks.selectedCount() > 1)
        releaseSeveral();
    else if (const auto lease = m_locks.selectedLease())
        m_session.actions().release(lease->id);
    else if (const auto& entry = m_locks.selectedEntry())
        free(*entry);
}

void LockCommands::releaseLock(const Resource& resource)
{
    const auto entry = m_session.locks().presentEntry(resource);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (const auto own = token ? m_session.leases().heldBy(*token) : std::nullopt)
        m_session.actions().release(own->id);
    else
        m_dialogs.release(resource);
}

void LockCommands::releaseSeveral()
{
    m_dialogs.releaseAll(m_locks.selectedResources(m_locks.selectedCount()));
}

void LockCommands::releaseHolder()
{
    const auto& selected = m_locks.selectedEntry();
    const auto wanted
        = selected ? output::PlanSelection::ofHolder(selected->unpackLock().holder) : std::nullopt;
    if (!wanted)
        return;
    std::vector<Resource> resources;
    const LockRows& rows = m_session.locks().rows();
    for (int slot = 0; slot < rows.slotEnd(); ++slot) {
        if (rows.isThere(slot) && !rows[slot].isGone() && wanted->matches(*rows[slot].entry))
            resources.push_back(rows[slot].entry->resource);
    }
    std::ranges::sort(resources, NaturalLess());
    m_dialogs.releaseAll(resources);
}

void LockCommands::updateHolder(bool hasLock, const QString& whyReadOnly)
{
    const auto lock = hasLock ? m_locks.selectedEntry()->unpackLock()
                              : observe::DecodedLock{.scope = observe::ValueScope::Unclear};
    const auto releasable = release::checkReleasable(lock);
    const auto holder = releasable ? output::PlanSelection::ofHolder(lock.holder) : std::nullopt;
    const QString why = !hasLock || holder ? whyReadOnly
        : releasable                       ? tr("Its value does not tell who holds it.")
                                           : safeText(trData(releasable.error().text));
    WindowActions::setWhyNot(
        *m_actions.releaseHolder, why.isEmpty() && !holder ? whyNothing() : why);
    m_actions.releaseHolder->setText(holder
            ? tr("Free all &of %1\u2026")
                  .arg(safeText(holder->holderOption()).replace(u'&', u"&&"_s))
            : tr("Free all &of this holder\u2026"));
}

void LockCommands::updateSeveral(const QString& whyReadOnly)
{
    for (QAction* action :
        {m_actions.decide, m_actions.identify, m_actions.askOrTakeOver, m_actions.revoke,
            m_actions.releaseHolder, m_actions.extend, m_actions.note, m_actions.copyCommand})
        WindowActions::setWhyNot(*action, tr("Select one lock alone."));
    m_actions.tellMenu->menuAction()->setEnabled(false);
    WindowActions::setWhyNot(*m_actions.release, whyReadOnly);
    m_actions.release->setText(tr("&Free %1 locks\u2026").arg(m_locks.selectedCount()));
}

void LockCommands::extend()
{
    if (m_front == Front::Leases)
        m_leases.extendSelected();
    else if (const auto lease = m_locks.selectedLease())
        m_session.extendLease(lease->id);
}

} // namespace lockkeeper::ui
