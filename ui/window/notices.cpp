// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notices.h"

#include "core/words/evidence_words.h"
#include "core/words/outcome_words.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/lock_dialogs.h"
#include "ui/models/alerts/alert.h"
#include "ui/models/locks/release_story.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/notice_stack.h"

#include <QPointer>
#include <QStringList>
#include <algorithm>
#include <ranges>
#include <set>

namespace lockkeeper::ui {
namespace {

QString timeText(const QDateTime& at)
{
    return AlertCenter::tr("%1 UTC").arg(at.toUTC().toString(QStringLiteral("HH:mm:ss")));
}

NoticeStack::Line lineOf(const Alert& alert, const QDateTime& at, const QDateTime& overSince)
{
    const bool isGood = alert.kind == AlertKind::Freed;
    const bool isBad = alert.kind == AlertKind::QuorumLost || alert.kind == AlertKind::MasterDown
        || alert.kind == AlertKind::LocksLost || alert.kind == AlertKind::AgentLost;
    const QString text
        = AlertCenter::tr("%1  %2", "time, what happened").arg(timeText(at), alertText(alert));
    if (overSince.isValid())
        return {.glyph = Glyph::Done,
            .tone = Tone::Muted,
            .text = AlertCenter::tr("%1 Over since %2.").arg(text, timeText(overSince))};
    return {.glyph = isGood ? Glyph::Done : Glyph::Warning,
        .tone = isGood ? Tone::Good
            : isBad    ? Tone::Bad
                       : Tone::Notice,
        .text = text};
}

} // namespace

AlertCenter::AlertCenter(Session& session, NoticeStack& notices, QSettings& settings,
    Notifier* notifier, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_notices(notices)
    , m_stored(settings)
    , m_notifier(notifier)
    , m_settings(AlertSettings::load(settings))
    , m_alerts(m_settings.isStartTold)
{
    connect(&session.locks(), &LockStore::slotsChanged, this, &AlertCenter::seeSlots);
    connect(&session, &Session::updated, this,
        [this](const BoardUpdatePtr& update) { seeUpdate(*update); });
    connect(&session, &Session::ticked, this, &AlertCenter::tellDue);
    connect(&session.actions(), &LockActions::leaseAcquired, this, [this](const LeaseInfo& lease) {
        if (lease.isLeft)
            m_leaseEnds.addLeft(lease);
    });
    connect(&notices, &NoticeStack::buttonClicked, this, [this](int id) {
        if (const auto found = m_shown.find(id); found != m_shown.end())
            show(found->second.alert);
    });
    connect(&notices, &NoticeStack::dismissed, this, [this](int id) { m_shown.erase(id); });
}

bool AlertCenter::isWatched(const Resource& resource, AlertKind what) const
{
    return m_watches.isWatched(resource, what);
}

void AlertCenter::setWatched(const Resource& resource, AlertKind what, bool isWatched)
{
    if (!isWatched)
        return m_watches.remove(resource, what);
    const LockRow* const row = m_session.locks().find(resource);
    const bool isThere = row != nullptr && !row->isGone();
    m_watches.add(resource, what, isThere ? row->token : std::optional<Fingerprint>());
}

void AlertCenter::seeSlots(const std::vector<int>& slots)
{
    const LockRows& rows = m_session.locks().rows();
    for (const int slot : slots) {
        m_alerts.seeLock(rows[slot]);
        for (const Alert& alert : m_watches.seeLock(rows[slot]))
            tell(alert);
    }
}

void AlertCenter::seeUpdate(const observe::BoardUpdate& update)
{
    m_alerts.seeAgent(update.agentLoss);
    if (!update.agentLoss)
        m_alerts.seeMasters(update.masters, update.quorum);
    m_isSettled
        = m_isSettled || std::ranges::all_of(update.masters, &observe::MasterStatus::isSettled);
}

void AlertCenter::tellDue()
{
    markOver();
    const SteadyTime now = m_session.clock().now();
    for (const Alert& alert : m_alerts.take(now)) {
        if (m_settings.wants(alert.kind))
            tell(alert);
    }
    for (const Alert& alert : m_leaseEnds.take(m_session.leases().rows(), now))
        tell(alert);
    // The first sweep comes in slices.
    if (m_isSettled && !m_session.locks().isBehind())
        m_alerts.endStart();
}

void AlertCenter::tell(const Alert& alert)
{
    const QDateTime now = QDateTime::currentDateTime();
    if (alert.kind == AlertKind::LeaseEnded)
        removeEnding(alert.locks.front());
    m_shown[m_notices.add(lineOf(alert, now, {}), tr("Show"))] = {alert, now};
    if (!m_notifier || m_settings.isQuietAt(now.time()))
        return;
    m_notifier->notify(
        {.title = tr("%1: %2", "deployment, what happened")
                      .arg(safeText(m_session.deployment().name), alertTitle(alert.kind)),
            .text = alertText(alert),
            .isUrgent = alert.kind == AlertKind::QuorumLost || alert.kind == AlertKind::AgentLost,
            .onOpened = [self = QPointer<AlertCenter>(this), alert] {
                if (self)
                    self->show(alert);
            }});
}

void AlertCenter::removeEnding(const Resource& resource)
{
    const auto found = std::ranges::find_if(m_shown, [&](const auto& shown) {
        const Alert& alert = shown.second.alert;
        return alert.kind == AlertKind::LeaseEnding && alert.locks.front() == resource;
    });
    if (found != m_shown.end())
        m_notices.remove(found->first);
}

void AlertCenter::markOver()
{
    for (auto& [id, shown] : m_shown) {
        if (shown.overSince.isValid() && shown.alert.locks.empty())
            continue;
        const bool isOverNow = isOver(shown.alert);
        if (isOverNow == shown.overSince.isValid())
            continue;
        shown.overSince = isOverNow ? QDateTime::currentDateTime() : QDateTime();
        if (!isOverNow)
            tellReasonOfNow(shown.alert);
        m_notices.change(id, lineOf(shown.alert, shown.at, shown.overSince));
    }
}

/// The problem may be another one now.
void AlertCenter::tellReasonOfNow(Alert& alert) const
{
    const bool isOfLock = alert.kind == AlertKind::Stale || alert.kind == AlertKind::Deadlock;
    if (!isOfLock || alert.locks.size() != 1)
        return;
    if (const LockRow* const row = m_session.locks().find(alert.locks.front()))
        alert.detail = toQt(words::shortEvidenceText(row->entry->stale));
}

bool AlertCenter::isOver(const Alert& alert) const
{
    const LockStore& locks = m_session.locks();
    const auto isThere = [&](const Resource& resource) {
        const LockRow* const lock = locks.find(resource);
        return lock != nullptr && !lock->isGone();
    };
    const auto isOverFor = [&](const Resource& resource) {
        if (!isThere(resource))
            return true;
        const LockRow* const lock = locks.find(resource);
        return alert.kind == AlertKind::Split ? lock->judgement.verdict != observe::Verdict::Split
                                              : !lock->hasEvidence();
    };
    switch (alert.kind) {
    case AlertKind::Stuck:
    case AlertKind::Stale:
    case AlertKind::Deadlock:
    case AlertKind::Split:
        return alert.count <= alert.locks.size() && std::ranges::all_of(alert.locks, isOverFor);
    case AlertKind::MasterDown:
    case AlertKind::QuorumLost:
        return std::ranges::all_of(
            alert.masters, [this](const MasterId& id) { return m_session.masters().isUp(id); });
    case AlertKind::AgentLost:
        return !m_session.agentLoss();
    case AlertKind::Freed:
        return std::ranges::all_of(alert.locks, isThere);
    case AlertKind::Taken:
    case AlertKind::LeaseEnding:
        return std::ranges::none_of(alert.locks, isThere);
    case AlertKind::LeaseEnded:
    case AlertKind::MasterRestarted:
    case AlertKind::LocksLost:
        break;
    }
    return false;
}

void AlertCenter::show(const Alert& alert)
{
    if (alert.locks.empty())
        Q_EMIT mastersWanted();
    else
        Q_EMIT lockWanted(alert.locks.front());
}

void AlertCenter::edit(QWidget* parent)
{
    auto* dialog = new AlertDialog(m_settings, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_settings = dialog->settings();
        m_settings.save(m_stored);
    });
    connect(dialog, &AlertDialog::trialRequested, this, [this] {
        if (m_notifier)
            m_notifier->notify({.title = tr("Lockkeeper"),
                .text
                = tr("Alerts of %1 look like this.").arg(safeText(m_session.deployment().name))});
    });
    dialog->open();
}

namespace {

constexpr int kMostStories = 8;

} // namespace

class ReleaseStrip final : public QObject {
    Q_OBJECT
public:
    ReleaseStrip(Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent);

private:
    struct Followed {
        std::optional<ReleaseStory> story; ///< nullopt: the token had a quorum at first
        Resource resource;
        QString part{}; ///< (part of a lock) the action
        bool isFreed = false;
        bool isOpen = false;
        QString waiting{}; ///< masters that get the command later, or its result
        bool isOver = false;
    };

    struct Several {
        std::vector<ReleaseStory> stories;
        bool isUnfolded = false;
    };

    /// Masters that were silent when several locks were freed.
    struct Rest {
        std::set<Resource> open{};
        std::set<Resource> waiting{};
        std::set<MasterId> masters{};
        std::size_t finished = 0;
        std::size_t givenUp = 0;
    };

    void begin(const release::Plan& plan, const ReleaseResult& result);
    void addRest(const release::AppliedLock::Deed& deed);
    void forgetRest(const Resource& resource);
    void showRest(int id);
    void addStep(int run, const release::AppliedLock::Deed& deed);
    [[nodiscard]] static QString finishText();
    void press(int id);
    void showSeveral(int id);
    void wait(const Resource& resource, const std::vector<MasterId>& masters);
    void endWaiting(const Resource& resource, const ReleaseResult& result);
    void seeSlots(const std::vector<int>& slots);
    void seeHolds(const observe::BoardUpdate& update);
    void show(int id, const Followed& followed) { m_notices.change(id, lineOf(followed)); }
    [[nodiscard]] static NoticeStack::Line lineOf(const Followed& followed);

    Session& m_session;
    NoticeStack& m_notices;
    std::map<int, Followed> m_followed;
    std::map<int, Several> m_several;
    std::map<int, Rest> m_rests;
    /// A release may be reported after its next holder has gone.
    std::vector<observe::HoldChange> m_holds;
    int m_run = 0;
    int m_runLine = 0;
    int m_restLine = 0;
};

ReleaseStrip::ReleaseStrip(
    Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_notices(notices)
{
    ReleaseRunner& runner = session.releases();
    connect(&runner, &ReleaseRunner::executed, this, &ReleaseStrip::begin);
    connect(&runner, &ReleaseRunner::finishing, this, &ReleaseStrip::wait);
    connect(&runner, &ReleaseRunner::finishedLater, this, &ReleaseStrip::endWaiting);
    connect(&session.locks(), &LockStore::slotsChanged, this, &ReleaseStrip::seeSlots);
    connect(&session, &Session::updated, this,
        [this](const BoardUpdatePtr& update) { seeHolds(*update); });
    connect(&dialogs, &LockDialogs::stepDone, this, &ReleaseStrip::addStep);
    connect(&notices, &NoticeStack::buttonClicked, this, &ReleaseStrip::press);
    connect(&notices, &NoticeStack::dismissed, this, [this](int id) {
        m_followed.erase(id);
        m_several.erase(id);
        m_rests.erase(id);
    });
}

void ReleaseStrip::addRest(const release::AppliedLock::Deed& deed)
{
    const auto silent = release::unansweredMasters(deed.report);
    if (silent.empty())
        return;
    if (!m_rests.contains(m_restLine)) {
        m_restLine = m_notices.add({});
        m_rests[m_restLine] = {};
    }
    Rest& rest = m_rests[m_restLine];
    rest.open.insert(deed.plan.resource);
    rest.masters.insert(silent.begin(), silent.end());
    showRest(m_restLine);
}

void ReleaseStrip::forgetRest(const Resource& resource)
{
    for (auto& [id, rest] : m_rests) {
        if (rest.open.erase(resource) > 0)
            return showRest(id);
    }
}

void ReleaseStrip::showRest(int id)
{
    const Rest& rest = m_rests[id];
    QStringList names;
    for (const MasterId& master : rest.masters)
        names << safeText(master.value());
    const bool isOpen = !rest.open.empty();
    const bool isOver = !isOpen && rest.waiting.empty();
    const auto locks
        = [](std::size_t count) { return count == 1 ? tr("1 lock") : tr("%L1 locks").arg(count); };
    QStringList clauses;
    if (isOpen)
        clauses << tr("No answer from %1 for %2").arg(listText(names), locks(rest.open.size()));
    if (!rest.waiting.empty())
        clauses << tr("Waiting for %1 to answer for %2")
                       .arg(listText(names), locks(rest.waiting.size()));
    if (rest.finished > 0)
        clauses << tr("Finished on %1 for %2").arg(listText(names), locks(rest.finished));
    if (rest.givenUp > 0)
        clauses << tr("Given up on %1 for %2").arg(listText(names), locks(rest.givenUp));
    if (clauses.isEmpty())
        return m_notices.remove(id);
    const bool isGood = isOver && rest.givenUp == 0;
    m_notices.change(id,
        {.glyph = isGood ? Glyph::Done : Glyph::Warning,
            .tone = isGood ? Tone::Good : Tone::Notice,
            .text = clausesText(clauses),
            .isQuestion = isOpen});
    m_notices.setButtonText(id, isOpen ? finishText() : QString());
}

void ReleaseStrip::addStep(int run, const release::AppliedLock::Deed& deed)
{
    if (std::exchange(m_run, run) != run)
        m_runLine = m_restLine = 0;
    forgetRest(deed.plan.resource);
    if (!deed.report.hasHolderChanged)
        addRest(deed);
    if (deed.report.hasHolderChanged || !deed.report.isQuorumFreed)
        return;
    ReleaseStory story(deed.plan, m_session.clock().now(), m_session.clock().wallNow());
    story.seeHolds(m_holds, m_session.clock().wallNow());
    if (!m_several.contains(m_runLine)) {
        m_runLine = m_notices.add({.glyph = Glyph::Done, .tone = Tone::Good, .text = story.text()});
        m_several[m_runLine] = {};
    }
    m_several[m_runLine].stories.push_back(std::move(story));
    showSeveral(m_runLine);
}

QString ReleaseStrip::finishText()
{
    return tr("Finish when they answer");
}

void ReleaseStrip::press(int id)
{
    if (const auto followed = m_followed.find(id); followed != m_followed.end())
        return m_session.releases().finish(followed->second.resource);
    if (const auto rest = m_rests.find(id); rest != m_rests.end()) {
        for (const Resource& resource : std::set(rest->second.open))
            m_session.releases().finish(resource);
        return;
    }
    const auto found = m_several.find(id);
    if (found == m_several.end())
        return;
    found->second.isUnfolded = !found->second.isUnfolded;
    showSeveral(id);
}

void ReleaseStrip::showSeveral(int id)
{
    const Several& several = m_several[id];
    QStringList lines{storiesText(several.stories)};
    const bool isFoldable = several.stories.size() > 1;
    if (isFoldable && several.isUnfolded)
        lines << storyLines(several.stories, kMostStories);
    m_notices.change(
        id, {.glyph = Glyph::Done, .tone = Tone::Good, .text = lines.join(QLatin1Char('\n'))});
    m_notices.setButtonText(id,
        !isFoldable              ? QString()
            : several.isUnfolded ? tr("Fold")
                                 : tr("Unfold"));
}

void ReleaseStrip::begin(const release::Plan& plan, const ReleaseResult& result)
{
    if (!result || result->hasHolderChanged || plan.action == release::Action::Ask)
        return;
    forgetRest(plan.resource);
    Followed followed{.resource = plan.resource};
    if (plan.part)
        followed.part = plan.isForHolder() ? tr("%1: one holder freed") : tr("%1: number set");
    if (result->isQuorumFreed && plan.part)
        followed.isFreed = true; // others may hold the lock
    else if (result->isQuorumFreed)
        followed.story.emplace(plan, m_session.clock().now(), m_session.clock().wallNow())
            .seeHolds(m_holds, m_session.clock().wallNow());
    else if (release::unansweredMasters(*result).empty())
        return;
    followed.isOpen = !release::unansweredMasters(*result).empty();
    m_followed.emplace(
        m_notices.add(lineOf(followed), followed.isOpen ? finishText() : QString()), followed);
}

void ReleaseStrip::wait(const Resource& resource, const std::vector<MasterId>& masters)
{
    QStringList names;
    for (const MasterId& master : masters)
        names << safeText(master.value());
    for (auto& [id, rest] : m_rests) {
        if (rest.open.erase(resource) == 0)
            continue;
        rest.waiting.insert(resource);
        return showRest(id);
    }
    for (auto& [id, followed] : m_followed | std::views::reverse) {
        if (followed.resource != resource)
            continue;
        followed.waiting = tr("waits for %1 to answer").arg(listText(names));
        followed.isOpen = false;
        m_notices.setButtonText(id, {});
        return show(id, followed);
    }
}

void ReleaseStrip::endWaiting(const Resource& resource, const ReleaseResult& result)
{
    for (auto& [id, rest] : m_rests) {
        if (rest.waiting.erase(resource) == 0)
            continue;
        if (!result)
            rest.open.insert(resource);
        else
            ++(release::unansweredMasters(*result).empty() ? rest.finished : rest.givenUp);
        return showRest(id);
    }
    for (auto& [id, followed] : m_followed | std::views::reverse) {
        if (followed.resource != resource || followed.waiting.isEmpty())
            continue;
        followed.waiting = result ? toQt(words::reportText(*result)) : errorText(result.error());
        followed.isOpen = !result;
        followed.isFreed = result && result->isQuorumFreed;
        followed.isOver = result.has_value();
        m_notices.setButtonText(id, result ? QString() : finishText());
        return show(id, followed);
    }
}

void ReleaseStrip::seeSlots(const std::vector<int>& slots)
{
    if (m_followed.empty() && m_several.empty())
        return;
    const LockRows& rows = m_session.locks().rows();
    const SteadyTime now = m_session.clock().now();
    const WallTime wallNow = m_session.clock().wallNow();
    for (const int slot : slots) {
        for (auto& [id, followed] : m_followed) {
            if (followed.story && followed.story->see(rows[slot], now, wallNow))
                show(id, followed);
        }
        for (auto& [id, several] : m_several) {
            for (ReleaseStory& story : several.stories) {
                if (story.see(rows[slot], now, wallNow))
                    showSeveral(id);
            }
        }
    }
}

void ReleaseStrip::seeHolds(const observe::BoardUpdate& update)
{
    constexpr std::chrono::seconds kKept{3};
    std::erase_if(m_holds,
        [&](const observe::HoldChange& change) { return change.at < update.asOf - kKept; });
    if (update.holds.empty())
        return;
    m_holds.insert(m_holds.end(), update.holds.begin(), update.holds.end());
    const WallTime wallNow = m_session.clock().wallNow();
    for (auto& [id, followed] : m_followed) {
        if (followed.story && followed.story->seeHolds(m_holds, wallNow))
            show(id, followed);
    }
    for (auto& [id, several] : m_several) {
        for (ReleaseStory& story : several.stories) {
            if (story.seeHolds(m_holds, wallNow))
                showSeveral(id);
        }
    }
}

NoticeStack::Line ReleaseStrip::lineOf(const Followed& followed)
{
    const bool isFreed = followed.story || followed.isFreed;
    const QString told = followed.story ? followed.story->text()
        : followed.isFreed && !followed.part.isEmpty()
        ? followed.part.arg(safeText(followed.resource))
        : followed.isFreed ? tr("%1: freed").arg(safeText(followed.resource))
                           : tr("%1: not freed yet, its holder may still have a quorum")
                                 .arg(safeText(followed.resource));
    const QString text = followed.waiting.isEmpty() ? told
        : followed.isOver && !isFreed
        ? tr("%1: %2").arg(safeText(followed.resource), followed.waiting)
        : tr("%1; %2").arg(told, followed.waiting);
    return {.glyph = isFreed ? Glyph::Done : Glyph::Warning,
        .tone = isFreed ? Tone::Good : Tone::Notice,
        .text = text,
        .isQuestion = followed.isOpen};
}

void followReleases(Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent)
{
    new ReleaseStrip(session, notices, dialogs, parent);
}

} // namespace lockkeeper::ui

#include "notices.moc"
