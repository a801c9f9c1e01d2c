// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/lock_dialogs.h"

#include "core/release/os_user.h"
#include "core/words/lock_words.h"
#include "core/words/safety_words.h"
#include "core/words/wait_words.h"
#include "ui/bridge/bulk_runner.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/dialogs/whois_dialog.h"
#include "ui/models/words/words.h"
#include "ui/widgets/edge_frame.h"

#include <QPointer>
#include <QPushButton>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

/// Updates come more often than processes change.
constexpr std::chrono::milliseconds kBetweenChecks{900};

} // namespace

LockDialogs::LockDialogs(Session& session, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_window(window)
    , m_others(session.deployment().liveness, session.clock())
{
    connect(&session.actions(), &LockActions::journalFailed, this, &LockDialogs::failed);
    connect(&session, &Session::updated, this,
        [this](const BoardUpdatePtr& update) { m_waits = update->waits; });
}

void LockDialogs::open(QDialog& dialog)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    if (const QString warning = frameWord(m_session.deployment()); !warning.isEmpty())
        new EdgeFrame(dialog, warning);
    m_isOpen = true;
    connect(&dialog, &QDialog::finished, this, [this] {
        m_isOpen = false;
        Q_EMIT openChanged(false);
    });
    Q_EMIT openChanged(true);
    dialog.open();
}

/// Disables what the dialog does when the time for changes ends.
template <class Dialog> void LockDialogs::connectPermission(Dialog& dialog)
{
    const auto show = [&dialog, refusal = m_session.changePermission().refusal()](bool isAllowed) {
        dialog.setWhyDisabled(isAllowed ? QString() : readOnlyHint(refusal));
    };
    show(m_session.changePermission().isAllowed());
    connect(&m_session.changePermission(), &ChangePermission::changed, &dialog, show);
}

void LockDialogs::acquire()
{
    if (m_isOpen)
        return;
    const QString deployment = safeText(m_session.deployment().name);
    auto* dialog = new AcquireDialog(
        deployment, [this](const Resource& resource) { return holderOf(resource); }, &m_window);
    dialog->setMasterCount(m_session.deployment().masters.size());
    connect(&m_session, &Session::ticked, dialog, &AcquireDialog::tick);
    connectAcquire(*dialog);
    connectPermission(*dialog);
    open(*dialog);
}

void LockDialogs::allowChanges()
{
    ChangePermission& permission = m_session.changePermission();
    if (m_isOpen || !permission.isOffered())
        return;
    auto* dialog = new AllowChangesDialog(m_session.deployment(), &m_window);
    connect(dialog, &AllowChangesDialog::allowed, &permission, &ChangePermission::allowFor);
    open(*dialog);
}

void LockDialogs::connectAcquire(AcquireDialog& dialog)
{
    LockActions& actions = m_session.actions();
    auto id = std::make_shared<int>(0);
    connect(&dialog, &AcquireDialog::acquireRequested, &actions,
        [&actions, id](const AcquireRequest& request) { *id = actions.acquire(request); });
    connect(&dialog, &AcquireDialog::cancelRequested, &actions,
        [&actions, id] { actions.cancelAcquire(*id); });
    connect(&actions, &LockActions::leaseAcquired, &dialog, [&dialog, id](const LeaseInfo& lease) {
        if (lease.id == *id)
            dialog.showAcquired();
    });
    connect(&actions, &LockActions::acquireFailed, &dialog,
        [&dialog, id](const AcquireFailure& failure) {
            if (failure.id == *id)
                dialog.showFailure(failure);
        });
}

void LockDialogs::release(const Resource& resource)
{
    (void)decide(resource, release::Action::Release);
}

void LockDialogs::revoke(const Resource& resource)
{
    (void)decide(resource, release::Action::Revoke);
}

bool LockDialogs::look(const Resource& resource)
{
    return decide(resource, release::Action::Release);
}

bool LockDialogs::decide(const Resource& resource, release::Action proposed)
{
    const auto entry = m_session.locks().presentEntry(resource);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (m_isOpen || !token)
        return false;
    const bool isOutvoted = entry->stale.has(observe::EvidenceKind::OutvotedToken);
    const bool isHeld = entry->countVotes().verdict == observe::Verdict::Held;
    if (entry->tokens().size() < 2 || (isHeld && !isOutvoted))
        return decideOn(entry, *token, proposed);
    choose(entry, proposed);
    return true;
}

std::vector<TokenDialog::Choice> LockDialogs::choicesOf(const observe::LockEntry& entry) const
{
    std::vector<TokenDialog::Choice> choices;
    for (const Fingerprint& token : entry.tokens()) {
        const auto safety
            = release::assessSafety(entry, token, m_processes, m_session.clock().now());
        choices.push_back({token,
            u"%1\n%2"_s.arg(QString::fromStdString(words::tokenText(entry, token)),
                QString::fromStdString(words::safetySentence(safety, words::Seen::Watched)))});
    }
    return choices;
}

void LockDialogs::choose(const observe::LockEntryPtr& entry, release::Action proposed)
{
    auto* dialog = new TokenDialog(entry->resource, choicesOf(*entry), &m_window);
    const auto present
        = [this, name = entry->resource] { return m_session.locks().presentEntry(name); };
    connect(&m_session, &Session::updated, dialog, [this, dialog, present] {
        const auto now = present();
        dialog->setChoices(now ? choicesOf(*now) : std::vector<TokenDialog::Choice>());
    });
    connect(dialog, &QDialog::accepted, this, [this, dialog, present, proposed] {
        const auto now = present();
        if (const auto token = dialog->token(); token && now)
            (void)decideOn(now, *token, proposed);
    });
    open(*dialog);
}

bool LockDialogs::decideOn(
    const observe::LockEntryPtr& entry, const Fingerprint& token, release::Action proposed)
{
    auto plan = release::planRelease(m_session.deployment(), *entry, token);
    if (!plan) {
        Q_EMIT failed(plan.error());
        return false;
    }
    const ReleaseDialog::Subject subject{.plan = std::move(*plan),
        .entry = entry,
        .journalFile = m_session.journalReader().file(),
        .deployment = safeText(m_session.deployment().name),
        .revoke = release::planRevoke(m_session.deployment(), *entry, token,
            {.by = release::osUser(), .at = m_session.clock().wallNow(), .reason = {}}),
        .proposed = proposed,
        .waiting = QString::fromStdString(words::waitersText(*m_waits, entry->resource)),
        .deadlock = deadlockOf(entry->resource, token)};
    auto* dialog = new ReleaseDialog(subject, m_session.clock(), m_processes, &m_window);
    connectPermission(*dialog);
    connectRelease(*dialog);
    addTellButton(*dialog);
    if (const observe::PackedLock* const lock = entry->lockOf(token))
        askWhetherAlive(*dialog, *lock);
    open(*dialog);
    return true;
}

void LockDialogs::askWhetherAlive(ReleaseDialog& dialog, const observe::PackedLock& lock)
{
    if (!m_others.isThere() || lock.isTombstone())
        return;
    const auto ask = [this, holder = lock.holder(), shown = QPointer(&dialog)] {
        m_asking.runLatest(
            this, [this, holder] { return m_others.ask(holder); },
            [shown](const std::optional<release::LifeReport>& said) {
                if (shown)
                    shown->setSaid(said);
            });
    };
    auto* again = new QTimer(&dialog);
    connect(again, &QTimer::timeout, &dialog, ask);
    again->start(release::LivenessSource::kKept);
    ask();
}

QString LockDialogs::deadlockOf(const Resource& resource, const Fingerprint& token) const
{
    const observe::Deadlock* const deadlock = m_waits->deadlockOf(resource, token);
    return deadlock == nullptr
        ? QString()
        : QString::fromStdString(words::adviceText(*m_waits, *deadlock, resource));
}

void LockDialogs::identify(const Resource& resource)
{
    if (m_isOpen)
        return;
    auto* dialog = new WhoisDialog(resource, m_session.deployment().masters.size(), &m_window);
    auto* runner = new WhoisRunner(m_session.deployment(), resource, m_session.clock(), dialog);
    connect(dialog, &WhoisDialog::askRequested, runner, &WhoisRunner::ask);
    connect(dialog, &WhoisDialog::cancelRequested, runner, &WhoisRunner::cancel);
    connect(runner, &WhoisRunner::answered, dialog, &WhoisDialog::showAnswer);
    open(*dialog);
}

BulkItem LockDialogs::itemOf(const observe::LockEntryPtr& entry) const
{
    BulkItem item{.entry = entry};
    const auto token = leadingToken(entry->votes);
    if (!token) {
        item.state = tr("no master that answers stores it: left alone");
        return item;
    }
    const SteadyTime now = m_session.clock().now();
    item.check = release::checkProcess(*entry, *token, m_processes, now);
    item.safety = release::assessSafety(*entry, *token, item.check, now);
    if (m_session.leases().ownFingerprints().contains(token->hex())) {
        item.state = tr("a lease of this window: release it on its own");
        return item;
    }
    if (entry->tokens().size() > 1 && entry->countVotes().verdict != observe::Verdict::Held) {
        item.state = tr("its masters store different tokens: choose one on its own");
        return item;
    }
    auto plan = release::planRelease(m_session.deployment(), *entry, *token);
    if (!plan) {
        item.state = errorText(plan.error());
        return item;
    }
    item.plan = std::move(*plan);
    item.deed = tr("release", "what happens to a lock");
    if (item.isProven())
        return item;
    // The holder may live: keep everybody out until its lease has ended, if that can be done.
    if (auto revoke = release::planRevoke(m_session.deployment(), *entry, *token,
            {.by = release::osUser(), .at = m_session.clock().wallNow(), .reason = {}})) {
        item.ifGone = BulkDeed{std::move(*item.plan), item.deed};
        item.plan = std::move(*revoke);
        item.deed = tr("revoke until %1")
                        .arg(tombstoneEnd(*item.plan, release::forecast(entry->votes, *token, now),
                            m_session.clock().wallNow()));
    }
    return item;
}

void LockDialogs::releaseAll(const std::vector<Resource>& resources)
{
    std::vector<BulkItem> items;
    for (const Resource& resource : resources) {
        if (const auto entry = m_session.locks().presentEntry(resource))
            items.push_back(itemOf(entry));
    }
    if (m_isOpen || items.empty() || items.size() > release::kMostAtOnce)
        return;
    auto* dialog = new BulkDialog(std::move(items), m_session.journalReader().file(), &m_window);
    connectBulk(*dialog);
    connectPermission(*dialog);
    askWhoIsAlive(*dialog);
    open(*dialog);
}

void LockDialogs::askWhoIsAlive(BulkDialog& dialog)
{
    if (!m_others.isThere())
        return;
    const auto isOpen = std::make_shared<std::atomic<bool>>(true);
    connect(&dialog, &QDialog::finished, this, [isOpen] { *isOpen = false; });
    const auto& items = dialog.model().items();
    for (std::size_t at = 0; at < items.size(); ++at) {
        const auto& plan = items[at].plan;
        const observe::PackedLock* const lock
            = plan ? items[at].entry->lockOf(plan->token) : nullptr;
        if (lock == nullptr || lock->isTombstone() || items[at].isProven())
            continue;
        m_asking.run(
            this,
            [this, isOpen, holder = lock->holder()] {
                return *isOpen ? m_others.ask(holder) : std::nullopt;
            },
            [at, shown = QPointer(&dialog)](const std::optional<release::LifeReport>& said) {
                if (shown)
                    shown->model().setSaid(at, said);
            });
    }
}

void LockDialogs::connectBulk(BulkDialog& dialog)
{
    auto* runner = new BulkRunner(
        m_session.deployment(), m_session.journalReader().file(), m_session.clock(), &dialog);
    runner->setWritable(m_session.changePermission().isAllowed());
    connect(&m_session.changePermission(), &ChangePermission::changed, runner,
        &BulkRunner::setWritable);
    connect(&dialog, &BulkDialog::startRequested, runner, &BulkRunner::start);
    connect(&dialog, &BulkDialog::stopRequested, runner, &BulkRunner::stop);
    connect(&dialog, &BulkDialog::showRequested, this, &LockDialogs::showRequested);
    connect(&dialog, &BulkDialog::reportRequested, this, &LockDialogs::reportRequested);
    connect(runner, &BulkRunner::stepDone, &dialog, &BulkDialog::showStep);
    tellSteps(dialog, *runner);
    connect(runner, &BulkRunner::finished, &dialog, &BulkDialog::showFinished);
    connect(runner, &BulkRunner::finished, &m_session.journalReader(), &JournalReader::reload);
    connect(runner, &BulkRunner::finished, &m_session, &Session::refresh);
    connect(
        &m_session, &Session::updated, &dialog, [this, &dialog] { updateBulk(dialog.model()); });
}

void LockDialogs::updateBulk(BulkModel& model) const
{
    const SteadyTime now = m_session.clock().now();
    for (std::size_t row = 0; row < model.items().size(); ++row) {
        const BulkItem& item = model.items()[row];
        const auto entry = m_session.locks().presentEntry(item.entry->resource);
        if (entry && item.plan && now - item.check.at > kBetweenChecks)
            model.setCheck(row, release::checkProcess(*entry, item.plan->token, m_processes, now));
        model.setEntry(row, entry, now);
    }
}

void LockDialogs::tellSteps(BulkDialog& dialog, BulkRunner& runner)
{
    auto plans = std::make_shared<std::vector<release::Plan>>();
    connect(&dialog, &BulkDialog::startRequested, this,
        [plans](const std::vector<release::Plan>& started) { *plans = started; });
    connect(&runner, &BulkRunner::stepDone, this,
        [this, plans, run = ++m_runs](std::size_t index, const ReleaseResult& result) {
            Q_EMIT stepDone(run, plans->at(index), result);
        });
}

void LockDialogs::connectRelease(ReleaseDialog& dialog)
{
    ReleaseRunner& runner = m_session.releases();
    connect(&dialog, &ReleaseDialog::releaseRequested, &runner,
        [&runner](const release::Plan& plan, const QString& reason, bool isFinishWanted) {
            runner.start(plan, reason, isFinishWanted);
        });
    connect(&runner, &ReleaseRunner::finished, &dialog, &ReleaseDialog::showResult);
    connect(&runner, &ReleaseRunner::finishedLater, &dialog,
        [&dialog](const Resource& resource, const ReleaseResult& result) {
            if (resource == dialog.resource())
                dialog.showFinished(result);
        });
    connect(&dialog, &ReleaseDialog::lookRequested, this, &LockDialogs::release);
    connect(&dialog, &ReleaseDialog::showRequested, this, &LockDialogs::showRequested);
    connect(&dialog, &ReleaseDialog::reportRequested, this, &LockDialogs::reportRequested);
    connect(&m_session, &Session::updated, &dialog,
        [this, &dialog] { dialog.showEntry(m_session.locks().presentEntry(dialog.resource())); });
}

void LockDialogs::addTellButton(ReleaseDialog& dialog)
{
    auto* tell = new QPushButton(tr("Tell me when it is free"), &dialog);
    tell->setObjectName(u"tellButton"_s);
    tell->setAutoDefault(false);
    connect(tell, &QPushButton::clicked, this, [this, tell, &dialog] {
        Q_EMIT tellRequested(dialog.resource());
        tell->setText(tr("You will be told"));
        tell->setEnabled(false);
    });
    connect(&m_session.releases(), &ReleaseRunner::finished, tell, &QWidget::hide);
    dialog.addButton(*tell);
}

QString LockDialogs::holderOf(const Resource& resource) const
{
    const auto entry = m_session.locks().presentEntry(resource);
    return entry ? holderText(entry->unpackLock()) : QString();
}

} // namespace lockkeeper::ui
