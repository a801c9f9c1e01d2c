// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/bulk_releases.h"

#include "core/files/private_file.h"
#include "core/observe/alerts/alert_states.h"
#include "core/release/os_user.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/note_words.h"
#include "ui/bridge/deed_runners.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/prompter.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/models/words/words.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <absl/strings/substitute.h>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

/// Processes change less often than updates come.
constexpr std::chrono::milliseconds kBetweenChecks{900};

QString planFilter()
{
    return BulkReleases::tr("Plans (*.jsonl)");
}

Result<output::PlanFile> readPlan(const std::string& file)
{
    const auto wrong = [&file](const std::string& what) {
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("$0: $1", "data"), displaySafe(file), what));
    };
    const auto bytes = readPrivateFile(file, output::kMostOfPlan, FileSecrecy::ReadableByOthers);
    if (!bytes || !*bytes)
        return wrong(bytes ? trNoop("there is no such file", "data") : bytes.error().text);
    auto plan = output::parsePlan(**bytes);
    if (plan)
        return std::move(*plan);
    const auto& lines = plan.error();
    return wrong(lines.size() == 1 ? lines.front()
                                   : absl::Substitute(trNoop("$0; so it is with $1 more", "data"),
                                       lines.front(), lines.size() - 1));
}

} // namespace

BulkReleases::BulkReleases(
    Session& session, release::LivenessSource& others, Prompter& prompter, QWidget& window)
    : m_session(session)
    , m_others(others)
    , m_prompter(prompter)
    , m_window(window)
{ }

BulkReleases::~BulkReleases()
{
    m_asking.request_stop();
}

BulkDialog* BulkReleases::create(const std::vector<Resource>& resources)
{
    std::vector<BulkItem> items;
    for (const Resource& resource : resources) {
        if (const auto entry = m_session.locks().presentEntry(resource))
            items.push_back(itemOf(entry));
    }
    return dialogOf(std::move(items), std::nullopt);
}

void BulkReleases::openPlan()
{
    const QString file = m_prompter.chooseFile(
        {.title = tr("Open a plan"), .filters = {planFilter()}, .isToRead = true});
    if (file.isEmpty())
        return;
    m_tasks.run(
        this, [name = QFile::encodeName(file).toStdString()] { return readPlan(name); },
        [this, file](const Result<output::PlanFile>& plan) {
            const auto checked = plan ? output::checkMasters(*plan, m_session.deployment())
                                      : Result<void>(tl::make_unexpected(plan.error()));
            if (!checked)
                Q_EMIT failed(checked.error());
            else
                openPlan(*plan, QFileInfo(file).fileName());
        });
}

void BulkReleases::openPlan(const output::PlanFile& plan, const QString& file)
{
    std::vector<BulkItem> items;
    for (const release::PlannedLock& lock : plan.locks)
        items.push_back(itemOf(lock));
    BulkDialog* const dialog = dialogOf(std::move(items), plan);
    if (dialog == nullptr)
        return;
    dialog->showPlan(plan, file);
    Q_EMIT planOpened(dialog);
}

BulkDialog* BulkReleases::dialogOf(
    std::vector<BulkItem> items, const std::optional<output::PlanFile>& plan)
{
    if (items.empty())
        return nullptr;
    const auto shown = plan ? Result<output::PlanFile>(*plan)
                            : output::newPlan(m_session.deployment(), m_session.clock());
    if (!shown) {
        Q_EMIT failed(shown.error());
        return nullptr;
    }
    auto* dialog = new BulkDialog(std::move(items), m_session.journalReader().file(), &m_window);
    m_ifMayLive = release::Action::Revoke;
    dialog->proposeReason(QString::fromStdString(shown->reason.value_or(std::string())));
    if (!plan)
        dialog->offerDeeds();
    connectDialog(*dialog, *shown);
    askWhoIsAlive(*dialog);
    return dialog;
}

std::optional<BulkItem> BulkReleases::whyLeftAlone(const observe::LockEntryPtr& entry) const
{
    const auto token = leadingToken(entry->votes);
    const auto leftAlone = [&entry](const QString& why) {
        return BulkItem{.resource = entry->resource, .entry = entry, .state = why};
    };
    if (!token)
        return leftAlone(tr("no master that answers stores it: left alone"));
    if (m_session.leases().ownFingerprints().contains(token->hex()))
        return leftAlone(tr("a lease of this window: release it on its own"));
    if (entry->tokens().size() > 1 && entry->countVotes().verdict != observe::Verdict::Held)
        return leftAlone(tr("its masters store different tokens: choose one on its own"));
    if (release::isOthersNote(*entry->note))
        return leftAlone(
            tr("%1: free it on its own")
                .arg(toQt(words::noteAuthorText(*entry->note, m_session.clock().wallNow()))));
    auto plan = release::planRelease(m_session.deployment(), *entry, *token);
    return plan ? std::nullopt : std::optional(leftAlone(errorText(plan.error())));
}

void BulkReleases::plan(BulkItem& item, release::Action action) const
{
    const Fingerprint& token = *item.token;
    const SteadyTime now = m_session.clock().now();
    item.action = release::Action::Release;
    item.deed = deedWord(item.action);
    if (action != release::Action::Revoke)
        return;
    const auto revoke = release::planRevoke(m_session.deployment(), *item.entry, token,
        {.by = release::osUser(), .at = m_session.clock().wallNow(), .reason = {}});
    if (!revoke)
        return;
    item.action = action;
    item.deed = tr("revoke until %1")
                    .arg(tombstoneEnd(*revoke, release::forecast(item.entry->votes, token, now),
                        m_session.clock().wallNow()));
}

BulkItem BulkReleases::itemOf(const observe::LockEntryPtr& entry) const
{
    const SteadyTime now = m_session.clock().now();
    BulkItem item = whyLeftAlone(entry).value_or(
        BulkItem{.resource = entry->resource, .entry = entry, .token = leadingToken(entry->votes)});
    item.holder = holderText(entry->unpackLock());
    if (const auto token = leadingToken(entry->votes)) {
        item.check = release::checkProcess(*entry, *token, m_processes, now);
        item.safety = release::assessSafety(*entry, *token, item.check, now);
    }
    if (!item.token)
        return item;
    const auto freeing = release::planRelease(m_session.deployment(), *entry, *item.token);
    if (freeing && freeing->isValueShared)
        item.seen = entry->votes;
    plan(item, release::proposedAction(item.safety));
    item.isDeedProposed = true;
    return item;
}

BulkItem BulkReleases::itemOf(const release::PlannedLock& planned) const
{
    const auto entry = m_session.locks().presentEntry(planned.resource);
    BulkItem item{.resource = planned.resource, .entry = entry};
    if (!entry) {
        item.state = tr("gone: there is nothing to free");
    } else {
        item = itemOf(entry);
        if (item.token && *item.token != planned.token) {
            item.token.reset();
            item.state = tr("the holder changed: left alone");
        }
    }
    item.holder = safeText(planned.holder);
    item.isLeftAloneIfLiving = !planned.mayLive;
    item.expiries = planned.expiries;
    if (!item.token)
        return item;
    plan(item, planned.action);
    item.isDeedProposed = false;
    if (item.action != planned.action) {
        item.token.reset();
        item.state = tr("it can't be revoked: left alone");
    }
    return item;
}

void BulkReleases::save(BulkDialog& dialog, output::PlanFile plan)
{
    const QString file = m_prompter.chooseFile({.title = tr("Save the plan"),
        .suggestedName = u"lockkeeper-plan.jsonl"_s,
        .filters = {planFilter()}});
    if (!file.isEmpty())
        m_writer.write(file,
            [plan = std::move(plan), deployment = m_session.deployment(),
                &clock = m_session.clock()] {
                const observe::LocalProcessProbe processes;
                output::PlanFile noted = plan;
                // Without expiries, locks with repeatable values stay untouched.
                (void)release::noteExpiries(deployment, noted.locks, clock, processes);
                return output::formatPlan(noted);
            });
    dialog.activateWindow();
}

void BulkReleases::connectDialog(BulkDialog& dialog, const output::PlanFile& plan)
{
    auto* runner = new BulkRunner(
        m_session.deployment(), m_session.journalReader().file(), m_session.clock(), &dialog);
    runner->setWritable(m_session.changePermission().isAllowed());
    connect(&m_session.changePermission(), &ChangePermission::changed, runner,
        &BulkRunner::setWritable);
    connect(&dialog, &BulkDialog::startRequested, runner,
        [this, runner, run = ++m_runs, id = plan.id](
            const std::vector<release::PlannedLock>& locks, const QString& reason) {
            connect(runner, &BulkRunner::lockDone, this,
                [this, run, reason](std::size_t, const release::AppliedLock& lock) {
                    if (!lock.deed)
                        return;
                    m_session.releases().remember(*lock.deed, reason);
                    Q_EMIT stepDone(run, *lock.deed);
                });
            runner->start(id, locks, reason);
        });
    connect(&dialog, &BulkDialog::stopRequested, runner, &BulkRunner::stop);
    connect(&dialog, &BulkDialog::deedChosen, this,
        [this, &dialog](release::Action action) { choose(dialog.model(), action); });
    connect(&dialog, &BulkDialog::saveRequested, this,
        [this, &dialog, plan](
            const std::vector<release::PlannedLock>& locks, const QString& reason) {
            output::PlanFile saved = plan;
            saved.locks = locks;
            if (!reason.isEmpty())
                saved.reason = reason.toStdString();
            save(dialog, std::move(saved));
        });
    connect(&m_writer, &FileWriter::written, &dialog, &BulkDialog::showSaved);
    connect(&m_writer, &FileWriter::failed, &dialog, &BulkDialog::showFailure);
    connect(&dialog, &BulkDialog::finishRequested, &m_session.releases(), &ReleaseRunner::finish);
    connect(&dialog, &BulkDialog::showRequested, this, &BulkReleases::showRequested);
    connect(&dialog, &BulkDialog::reportRequested, this, &BulkReleases::reportRequested);
    connect(runner, &BulkRunner::lockDone, &dialog, &BulkDialog::showStep);
    connect(runner, &BulkRunner::finished, &dialog, &BulkDialog::showFinished);
    connect(runner, &BulkRunner::finished, &m_session.journalReader(), &JournalReader::reload);
    connect(runner, &BulkRunner::finished, &m_session, &Session::refresh);
    connect(&m_session, &Session::updated, &dialog, [this, &dialog](const BoardUpdatePtr& seen) {
        update(dialog.model());
        const auto down = static_cast<std::size_t>(std::ranges::count_if(seen->masters,
            [](const observe::MasterStatus& master) { return master.link.isDown(); }));
        dialog.setDown(down, seen->masters.size(),
            observe::isQuorumDown(seen->masters.size(), down, seen->quorum));
    });
}

void BulkReleases::choose(BulkModel& model, release::Action action)
{
    m_ifMayLive = action;
    for (std::size_t at = 0; at < model.items().size(); ++at)
        propose(model, at);
}

void BulkReleases::propose(BulkModel& model, std::size_t at) const
{
    BulkItem item = model.items()[at];
    if (!item.token || !item.entry || !item.isDeedProposed)
        return;
    const release::Action before = item.action;
    plan(item, item.mayLive() ? m_ifMayLive : release::proposedAction(item.safety));
    if (item.action != before)
        model.setDeed(at, item.action, item.deed);
}

/// A renewal moves a revoke's end.
QString BulkReleases::deedOf(BulkItem item, const observe::LockEntryPtr& entry) const
{
    const release::Action action = item.action;
    const QString before = item.deed;
    item.entry = entry;
    plan(item, action);
    return item.action == action ? item.deed : before;
}

void BulkReleases::update(BulkModel& model) const
{
    const SteadyTime now = m_session.clock().now();
    for (std::size_t at = 0; at < model.items().size(); ++at) {
        const BulkItem& item = model.items()[at];
        const auto entry = m_session.locks().presentEntry(item.resource);
        const bool isDue = entry && item.token && now - item.check.at > kBetweenChecks;
        if (isDue)
            model.setCheck(at, release::checkProcess(*entry, *item.token, m_processes, now));
        model.setEntry(at, entry, now);
        if (isDue && item.token) {
            propose(model, at);
            model.setDeedText(at, deedOf(item, entry));
        }
    }
    model.showChanges();
}

void BulkReleases::askWhoIsAlive(BulkDialog& dialog)
{
    std::vector<observe::Holder> holders;
    std::vector<std::size_t> ofItem;
    const auto& items = dialog.model().items();
    for (std::size_t at = 0; at < items.size() && m_others.isThere(); ++at) {
        const auto holder = items[at].token
            ? release::holderToAsk(*items[at].entry, *items[at].token, items[at].check)
            : std::nullopt;
        if (holder) {
            holders.push_back(*holder);
            ofItem.push_back(at);
        }
    }
    if (holders.empty())
        return;
    dialog.setAsking(holders.size());
    m_asking = std::stop_source();
    connect(
        &dialog, &QDialog::finished, this, [stop = m_asking]() mutable { stop.request_stop(); });
    const auto tell = [this, shown = QPointer(&dialog), ofItem = std::move(ofItem)](
                          std::size_t index, const std::optional<release::LifeReport>& said) {
        const auto show = [shown, at = ofItem[index], said] {
            if (shown)
                shown->setSaid(at, said);
        };
        QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    };
    m_tasks.post([this, holders = std::move(holders), tell, stop = m_asking.get_token()] {
        m_others.askAll(holders, tell, stop);
    });
}

} // namespace lockkeeper::ui
