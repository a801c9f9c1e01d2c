// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/lock_dialogs.h"

#include "core/release/missing_grant.h"
#include "core/release/os_user.h"
#include "core/release/steal.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/safety_words.h"
#include "core/words/wait_words.h"
#include "ui/bridge/session.h"
#include "ui/dialogs/acquire_dialog.h"
#include "ui/dialogs/allow_changes_dialog.h"
#include "ui/dialogs/bulk_releases.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_words.h"
#include "ui/dialogs/whois_dialog.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"

#include <QInputDialog>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr QSize kTokenDialogSize(660, 320);

} // namespace

TokenDialog::TokenDialog(const Resource& resource, std::vector<Choice> choices, QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
    , m_go(new QPushButton(tr("Go on with this token\u2026"), this))
{
    setObjectName(u"tokenDialog"_s);
    setWindowTitle(tr("Which token of %1?").arg(safeText(resource)));
    nameWidget(*m_list, u"tokenList"_s, tr("Tokens"));
    m_list->setWordWrap(true);
    m_list->setSpacing(4);
    m_go->setObjectName(u"goButton"_s);
    createLayout(safeText(resource));
    connect(m_list, &QListWidget::itemSelectionChanged, this,
        [this] { m_go->setEnabled(token().has_value()); });
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        item->setSelected(true);
        accept();
    });
    connect(m_go, &QPushButton::clicked, this, &QDialog::accept);
    setChoices(std::move(choices));
    resizeOnScreen(*this, kTokenDialogSize);
    m_list->setFocus();
}

void TokenDialog::createLayout(const QString& resource)
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(u"cancelButton"_s);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    auto* layout = boxLayout<QVBoxLayout>(this, {16, 12, 16, 12}, 8);
    layout->addWidget(wrappingLabel(
        tr("Masters store different tokens of %1. Each has a holder of its own: choose the one to "
           "look at.")
            .arg(resource),
        this));
    layout->addWidget(m_list, 1);
    layout->addWidget(new DialogButtons(
        this, {{m_go, QDialogButtonBox::AcceptRole}, {cancel, QDialogButtonBox::RejectRole}}));
}

void TokenDialog::setChoices(std::vector<Choice> choices)
{
    const auto chosen = token();
    const QSignalBlocker blocker(m_list);
    m_choices = std::move(choices);
    const int count = static_cast<int>(m_choices.size());
    while (m_list->count() > count)
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < count)
        m_list->addItem(QString());
    for (int row = 0; row < count; ++row) {
        const Choice& choice = m_choices[static_cast<std::size_t>(row)];
        m_list->item(row)->setText(choice.text);
        m_list->item(row)->setSelected(choice.token == chosen);
    }
    m_go->setEnabled(token().has_value());
}

std::optional<Fingerprint> TokenDialog::token() const
{
    const auto selected = m_list->selectedItems();
    if (selected.isEmpty())
        return std::nullopt;
    return m_choices[static_cast<std::size_t>(m_list->row(selected.first()))].token;
}

LockDialogs::LockDialogs(Session& session, Prompter& prompter, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_window(window)
    , m_others(session.deployment(), session.clock())
    , m_bulk(std::make_unique<BulkReleases>(session, m_others, prompter, window))
{
    connect(m_bulk.get(), &BulkReleases::planOpened, this, &LockDialogs::openBulk);
    connect(m_bulk.get(), &BulkReleases::showRequested, this, &LockDialogs::showRequested);
    connect(m_bulk.get(), &BulkReleases::reportRequested, this, &LockDialogs::reportRequested);
    connect(m_bulk.get(), &BulkReleases::stepDone, this, &LockDialogs::stepDone);
    connect(m_bulk.get(), &BulkReleases::failed, this, &LockDialogs::failed);
    connect(&session.actions(), &LockActions::journalFailed, this, &LockDialogs::failed);
    connect(&session.releases(), &ReleaseRunner::executed, &session.actions(),
        &LockActions::adoptStolen);
    connect(&session, &Session::updated, this,
        [this](const BoardUpdatePtr& update) { m_waits = update->waits; });
}

LockDialogs::~LockDialogs() = default;

void LockDialogs::dress(QDialog& dialog)
{
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    if (const QString warning = frameWord(m_session.deployment()); !warning.isEmpty())
        new EdgeFrame(dialog, warning);
}

void LockDialogs::open(QDialog& dialog)
{
    dress(dialog);
    m_isOpen = true;
    connect(&dialog, &QDialog::finished, this, [this] {
        m_isOpen = false;
        Q_EMIT openChanged(false);
    });
    Q_EMIT openChanged(true);
    dialog.open();
}

template <class Dialog> void LockDialogs::connectPermission(Dialog& dialog, const QString& whyNot)
{
    const QString hint
        = whyNot.isEmpty() ? readOnlyHint(m_session.changePermission().refusal()) : whyNot;
    const auto show
        = [&dialog, hint](bool isAllowed) { dialog.setWhyDisabled(isAllowed ? QString() : hint); };
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
    if (m_session.deployment().otherStore() != nullptr)
        dialog->setQueueing();
    connect(&m_session, &Session::ticked, dialog, &AcquireDialog::tick);
    connectAcquire(*dialog);
    connectPermission(*dialog);
    open(*dialog);
}

void LockDialogs::allowChanges()
{
    if (!m_isOpen && m_session.changePermission().isOffered())
        open(*askForChanges(m_window));
}

AllowChangesDialog* LockDialogs::askForChanges(QWidget& parent)
{
    auto* dialog = new AllowChangesDialog(m_session.deployment(), &parent);
    connect(dialog, &AllowChangesDialog::allowed, &m_session.changePermission(),
        &ChangePermission::allowFor);
    return dialog;
}

/// The dialog blocks the menu with this action.
void LockDialogs::connectChanges(ReleaseDialog& dialog)
{
    if (!m_session.changePermission().isOffered())
        return connectPermission(dialog);
    dialog.offerChanges();
    connectPermission(dialog, tr("The deployment is read-only here."));
    connect(&dialog, &ReleaseDialog::changesRequested, this, [this, &dialog] {
        AllowChangesDialog* const asking = askForChanges(dialog);
        dress(*asking);
        asking->open();
    });
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
    return decide(resource, std::nullopt);
}

bool LockDialogs::decide(const Resource& resource, std::optional<release::Action> wanted)
{
    const auto entry = m_session.locks().presentEntry(resource);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (m_isOpen || !token)
        return false;
    const bool isOutvoted = entry->stale.has(observe::EvidenceKind::OutvotedToken);
    const bool isHeld = entry->countVotes().verdict == observe::Verdict::Held;
    if (entry->tokens().size() < 2 || (isHeld && !isOutvoted))
        return decideOn(entry, *token, wanted);
    choose(entry, wanted);
    return true;
}

std::vector<TokenDialog::Choice> LockDialogs::choicesOf(const observe::LockEntry& entry) const
{
    std::vector<TokenDialog::Choice> choices;
    for (const Fingerprint& token : entry.tokens()) {
        const auto safety
            = release::assessSafety(entry, token, m_processes, m_session.clock().now());
        choices.push_back({token,
            u"%1\n%2"_s.arg(toQt(words::tokenText(entry, token)),
                toQt(words::safetySentence(safety, words::Seen::Watched)))});
    }
    return choices;
}

void LockDialogs::choose(const observe::LockEntryPtr& entry, std::optional<release::Action> wanted)
{
    auto* dialog = new TokenDialog(entry->resource, choicesOf(*entry), &m_window);
    const auto present
        = [this, name = entry->resource] { return m_session.locks().presentEntry(name); };
    connect(&m_session, &Session::updated, dialog, [this, dialog, present] {
        const auto now = present();
        dialog->setChoices(now ? choicesOf(*now) : std::vector<TokenDialog::Choice>());
    });
    connect(dialog, &QDialog::accepted, this, [this, dialog, present, wanted] {
        const auto now = present();
        if (const auto token = dialog->token(); token && now)
            (void)decideOn(now, *token, wanted);
    });
    open(*dialog);
}

ReleaseDialog::Subject LockDialogs::subjectOf(
    const observe::LockEntryPtr& entry, release::Plan plan) const
{
    return {.plan = std::move(plan),
        .entry = entry,
        .journalFile = m_session.journalReader().file(),
        .deployment = safeText(m_session.deployment().name),
        .waiting = toQt(words::waitersText(*m_waits, entry->resource))};
}

bool LockDialogs::decideOn(const observe::LockEntryPtr& entry, const Fingerprint& token,
    std::optional<release::Action> wanted)
{
    auto plan = release::planRelease(m_session.deployment(), *entry, token);
    if (!plan) {
        Q_EMIT failed(plan.error());
        return false;
    }
    const std::string by = release::osUser();
    const WallTime at = m_session.clock().wallNow();
    ReleaseDialog::Subject subject = subjectOf(entry, std::move(*plan));
    subject.revoke
        = release::planRevoke(m_session.deployment(), *entry, token, {.by = by, .at = at});
    subject.steal = release::planSteal(m_session.deployment(), *entry, token, {.by = by, .at = at},
        {.ttl = LockActions::kStolenTtl});
    subject.ask = release::planAsk(m_session.deployment(), *entry, token, {.by = by, .at = at});
    subject.wanted = wanted;
    subject.deadlock = deadlockOf(entry->resource, token);
    auto* dialog = new ReleaseDialog(subject, m_session.clock(), m_processes, &m_window);
    addTellButton(*dialog);
    const observe::PackedLock* const lock = entry->lockOf(token);
    const bool isHeld = lock != nullptr && !lock->isTombstone();
    openRelease(*dialog, isHeld ? lock->holder() : observe::Holder());
    return true;
}

void LockDialogs::releaseHolder(const Resource& resource, const Fingerprint& member)
{
    const auto entry = m_session.locks().presentEntry(resource);
    if (m_isOpen || !entry)
        return;
    decideOnPart(entry, release::planHolder(m_session.deployment(), *entry, member));
}

void LockDialogs::setCount(const Resource& resource)
{
    const auto entry = m_session.locks().presentEntry(resource);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (m_isOpen || !token)
        return;
    auto* dialog = new QInputDialog(&m_window);
    dialog->setObjectName(u"countDialog"_s);
    dialog->setWindowTitle(tr("Set the number of %1").arg(safeText(resource)));
    dialog->setLabelText(tr("Now: %1. New number:").arg(holderText(entry->unpackLock(*token))));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(0, static_cast<int>(release::kMostOfCount));
    // An extra Return changes nothing.
    const std::string detail = entry->unpackLock(*token).holder.detail.value_or(std::string());
    dialog->setIntValue(QString::fromStdString(detail).section(u' ', 0, 0).toInt());
    dialog->resize(std::max(420, dialog->sizeHint().width()), dialog->sizeHint().height());
    // Queued: this dialog must report its end first.
    connect(
        dialog, &QInputDialog::intValueSelected, this,
        [this, entry, token](int count) {
            decideOnPart(entry, release::planCount(m_session.deployment(), *entry, *token, count));
        },
        Qt::QueuedConnection);
    open(*dialog);
}

void LockDialogs::decideOnPart(const observe::LockEntryPtr& entry, Result<release::Plan> plan)
{
    if (!plan)
        return Q_EMIT failed(plan.error());
    const observe::Holder holder = plan->holder;
    ReleaseDialog::Subject subject = subjectOf(entry, std::move(*plan));
    subject.revoke
        = fail(ErrorClass::Unsupported, trNoop("Only a lock as a whole can be revoked.", "data"));
    openRelease(*new ReleaseDialog(subject, m_session.clock(), m_processes, &m_window), holder);
}

void LockDialogs::openRelease(ReleaseDialog& dialog, const observe::Holder& holder)
{
    connectChanges(dialog);
    connectRelease(dialog);
    foresee(dialog);
    askWhetherAlive(dialog, holder);
    open(dialog);
}

/// Else the user learns it after the reason is typed.
void LockDialogs::foresee(ReleaseDialog& dialog)
{
    if (!m_session.changePermission().isAllowed())
        return;
    m_foreseeing.runLatest(
        this,
        [deployment = m_session.deployment(), plan = dialog.plan()] {
            return release::foreseenRefusals(deployment, {plan}).front();
        },
        [shown = QPointer(&dialog)](const std::optional<Error>& refusal) {
            if (shown && refusal)
                shown->setForeseenRefusal(*refusal);
        });
}

void LockDialogs::askWhetherAlive(ReleaseDialog& dialog, const observe::Holder& asked)
{
    if (!m_others.canBeAsked(asked))
        return;
    const auto ask = [this, holder = asked, shown = QPointer(&dialog)] {
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
    return deadlock == nullptr ? QString() : toQt(words::adviceText(*m_waits, *deadlock, resource));
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

void LockDialogs::note(const Resource& resource)
{
    if (m_isOpen)
        return;
    const auto entry = m_session.locks().presentEntry(resource);
    auto* dialog = new NoteDialog(
        resource, entry ? *entry->note : observe::Note(), m_session.clock(), &m_window);
    NoteRunner& runner = m_session.notes();
    connect(dialog, &NoteDialog::writeRequested, &runner, &NoteRunner::write);
    connect(&runner, &NoteRunner::finished, dialog,
        [dialog](const Resource& written, const release::NoteDeed& deed,
            const release::NoteReport& report) {
            if (written == dialog->resource())
                dialog->showReport(deed, report);
        });
    connect(&runner, &NoteRunner::failed, dialog,
        [dialog](const Resource& written, const Error& error) {
            if (written == dialog->resource())
                dialog->showFailure(error);
        });
    connectPermission(*dialog);
    open(*dialog);
}

void LockDialogs::releaseAll(const std::vector<Resource>& resources)
{
    if (m_isOpen)
        return;
    if (BulkDialog* const dialog = m_bulk->create(resources))
        openBulk(dialog);
}

void LockDialogs::openPlan()
{
    if (!m_isOpen)
        m_bulk->openPlan();
}

void LockDialogs::openBulk(BulkDialog* dialog)
{
    if (m_isOpen)
        return dialog->deleteLater();
    connectPermission(*dialog);
    open(*dialog);
}

void LockDialogs::connectRelease(ReleaseDialog& dialog)
{
    ReleaseRunner& runner = m_session.releases();
    connect(&dialog, &ReleaseDialog::releaseRequested, &runner,
        [this, &runner](const release::Plan& plan, const QString& reason, bool isFinishWanted) {
            runner.start(plan, reason, isFinishWanted,
                plan.isSteal ? m_session.actions().takeOver(plan) : release::TakeOver());
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
    connect(&m_session, &Session::updated, &dialog, [this, &dialog](const BoardUpdatePtr& update) {
        dialog.showHolds(update->holds);
        dialog.showEntry(m_session.locks().presentEntry(dialog.resource()));
    });
}

void LockDialogs::addTellButton(ReleaseDialog& dialog)
{
    auto* tell = namedButton(tr("Notify me when it is free"), u"tellButton"_s, &dialog);
    connect(tell, &QPushButton::clicked, this, [this, tell, &dialog] {
        Q_EMIT tellRequested(dialog.resource());
        tell->setText(tr("You will be notified"));
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
