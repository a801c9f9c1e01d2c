// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kinds_page.h"

#include "core/text/translate.h"
#include "core/words/kind_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/whois_words.h"
#include "ui/dialogs/prompter.h"
#include "ui/models/kinds_model.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QLayout>
#include <QPushButton>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

using observe::KindAnswer;

namespace {

bool mustChoose(const observe::Kind& kind, KindAnswer answer)
{
    return answer == KindAnswer::Lock && observe::formatOfLocks(kind).empty()
        && !kind.fitting.empty();
}

/// Any format that fits; empty: as the keys suggest.
std::string anyFormat(const observe::Kind& kind, KindAnswer answer)
{
    return mustChoose(kind, answer) ? kind.fitting.front() : std::string();
}

} // namespace

KindsPage::KindsPage(KindsSurvey& survey, Prompter& prompter, QWidget* parent)
    : TablePage(tr("Kinds of keys"), parent)
    , m_survey(survey)
    , m_prompter(prompter)
    , m_banner(new Banner(tr("Dismiss"), this))
    , m_look(new QPushButton(tr("Look at the keyspace"), this))
    , m_learn(new QPushButton(tr("Listen for locks\u2026"), this))
    , m_locks(new QPushButton(tr("These are locks"), this))
    , m_noLocks(new QPushButton(tr("These are no locks"), this))
{
    table().setObjectName(u"kindsTable"_s);
    table().setAccessibleName(tr("Kinds of keys"));
    table().setAccessibleDescription(
        tr("Names that differ only in their variable parts, and what they are taken for"));
    setModel(m_kinds);
    m_banner->setObjectName(u"kindsBanner"_s);
    static_cast<QBoxLayout*>(layout())->insertWidget(1, m_banner);
    createButtons();
    connectSignals();
    showCost();
    showButtons();
}

void KindsPage::createButtons()
{
    m_look->setObjectName(u"lookButton"_s);
    m_learn->setObjectName(u"learnButton"_s);
    m_locks->setObjectName(u"theseAreLocksButton"_s);
    m_noLocks->setObjectName(u"theseAreNoLocksButton"_s);
    for (auto* button : {m_locks, m_noLocks, m_learn, m_look}) {
        button->setAutoDefault(false);
        addButton(button);
    }
    setTabOrder(m_locks, m_noLocks);
    setTabOrder(m_noLocks, m_learn);
    setTabOrder(m_learn, m_look);
    setTabOrder(m_look, &table());
}

void KindsPage::connectSignals()
{
    connect(m_banner, &Banner::buttonClicked, m_banner, &QWidget::hide);
    connect(m_look, &QPushButton::clicked, this, &KindsPage::look);
    connect(m_learn, &QPushButton::clicked, this, &KindsPage::learn);
    connect(m_locks, &QPushButton::clicked, this, [this] { settle(KindAnswer::Lock); });
    connect(m_noLocks, &QPushButton::clicked, this, [this] { settle(KindAnswer::NoLock); });
    connect(&table(), &TableView::currentRowChanged, this, &KindsPage::showButtons);
    connect(&m_survey, &KindsSurvey::finished, this,
        [this](const std::shared_ptr<const KindsFound>& found) { showFound(*found); });
    connect(&m_survey, &KindsSurvey::learnt, this,
        [this](const std::shared_ptr<const KindsLearnt>& learnt) { showLearnt(*learnt); });
    connect(&m_survey, &KindsSurvey::settled, this, &KindsPage::showSettled);
}

void KindsPage::showUpdate(const BoardUpdatePtr& update)
{
    // Sweeps are old where masters push.
    m_keys = update->locks + update->possible + update->otherKeys;
    m_masters = update->masters.size();
    showCost();
}

void KindsPage::refuse(const QString& why)
{
    m_refusal = why;
    showCost();
    showButtons();
}

void KindsPage::showCost()
{
    if (!m_refusal.isEmpty()) {
        for (QPushButton* const button : {m_look, m_learn}) {
            setTip(*button, m_refusal);
        }
        emptyState().setContent(tr("Which keys are locks?"), m_refusal);
        return;
    }
    const QString patterns = patternsText(m_survey.deployment());
    const QString cost = m_keys == 0
        ? tr("One look reads all keys (%1) once on each master.").arg(patterns)
        : tr("One look reads all keys (%1) once: up to %L2 on each of %3 masters, as much as a "
             "sweep.")
              .arg(patterns)
              .arg(m_keys)
              .arg(m_masters);
    setTip(*m_look, cost);
    const QString how = tr("What makes a lock is how it is written: hears for ten seconds what the "
                           "masters execute, and proposes the kinds that are used as locks.");
    setTip(*m_learn, how);
    if (m_kinds.rowCount() > 0)
        return;
    if (m_isListening)
        emptyState().setContent(tr("Listening to the masters"), how);
    else if (m_survey.isRunning())
        emptyState().setContent(tr("Looking at the keyspace"), cost);
    else
        emptyState().setContent(tr("Which keys are locks?"),
            tr("Keys whose names differ only in numbers, ids and dates are one kind. See what each "
               "kind is taken for, and settle it yourself where that is wrong. %1 Nothing is "
               "changed on the masters.")
                .arg(cost));
}

void KindsPage::look()
{
    if (!m_refusal.isEmpty() || !m_survey.start())
        return;
    m_banner->hide();
    showCost();
    showButtons();
}

void KindsPage::learn()
{
    const observe::LearnOptions usual;
    const QString cost = QString::fromStdString(
        words::listeningCost(m_survey.deployment().masters.size(), usual.time, usual.lines));
    if (!m_refusal.isEmpty() || m_survey.isRunning()
        || !m_prompter.confirm({.title = tr("Listen for locks"),
            .text = tr("%1.\n\nValues are dropped at once. A master that executes more than 50 000 "
                       "commands a second is not listened to.")
                        .arg(cost),
            .deed = tr("Listen for 10 s"),
            .warning = {}})
        || !m_survey.learn(usual.time))
        return;
    m_isListening = true;
    m_banner->hide();
    showCost();
    showButtons();
}

void KindsPage::showLearnt(const KindsLearnt& learnt)
{
    m_isListening = false;
    const auto proposed = std::ranges::count_if(
        learnt.learnt.kinds, [](const observe::LearntKind& kind) { return kind.isProposed; });
    m_kinds.setLearnt(learnt.learnt.kinds);
    std::optional<Error> error = learnt.error;
    QString unheard;
    for (const observe::LearntMaster& master : learnt.learnt.masters) {
        if (master.heard.error && !master.isWatched && !error)
            error = master.heard.error;
        else if (unheard.isEmpty() && master.isWatched)
            unheard = toQt(words::unheardText(master));
        else if (unheard.isEmpty() && master.isSpared)
            unheard = tr("%1 was not listened to: it executes %L2 commands a second.")
                          .arg(safeText(master.master.value()))
                          .arg(master.perSecond.value_or(0));
    }
    if (error)
        m_banner->tell(Glyph::Failed, Tone::Bad, errorText(*error));
    else if (!unheard.isEmpty())
        m_banner->tell(Glyph::Warning, Tone::Notice, unheard);
    else if (proposed == 0)
        m_banner->tell(
            Glyph::Warning, Tone::Notice, tr("No kind of keys was used as a lock meanwhile."));
    else
        m_banner->tell(Glyph::Done, Tone::Good,
            tr("%1 used as locks, shown first: select one, and say that these are locks.")
                .arg(QString::fromStdString(
                    words::countText(static_cast<std::size_t>(proposed), "kind"))));
    if (proposed > 0)
        table().setCurrentIndex(m_kinds.index(0, 0));
    showNote();
    showCost();
    showButtons();
}

void KindsPage::showFound(const KindsFound& found)
{
    const observe::Kind* before = selected();
    const std::string name = before ? before->name : std::string();
    if (!found.error)
        m_kinds.setKinds(found.list);
    if (const int row = m_kinds.rowOf(name); row >= 0)
        table().setCurrentIndex(m_kinds.index(row, 0));
    if (found.error)
        m_banner->tell(Glyph::Failed, Tone::Bad, errorText(*found.error));
    else if (!found.failures.empty())
        m_banner->tell(Glyph::Warning, Tone::Notice,
            tr("Not all keys were read. %1").arg(errorText(found.failures.front())));
    else if (found.list.isCut)
        m_banner->tell(Glyph::Warning, Tone::Notice,
            tr("Only the first million keys were counted; watch fewer by a pattern."));
    showNote();
    showCost();
    showButtons();
}

void KindsPage::showNote()
{
    const observe::KindList& list = m_kinds.list();
    QString note = tr("%L1 keys of %L2 kinds").arg(list.keys).arg(list.kinds.size());
    if (list.otherKeys > 0)
        note += tr(", %L1 of kinds too rare to list").arg(list.otherKeys);
    setNote(m_kinds.rowCount() > 0 ? note : QString());
}

const observe::Kind* KindsPage::selected()
{
    return m_kinds.kindAt(table().currentIndex().row());
}

void KindsPage::showButtons()
{
    m_look->setEnabled(!m_survey.isRunning() && m_refusal.isEmpty());
    m_learn->setEnabled(m_look->isEnabled());
    const bool isLooking = m_survey.isRunning() && !m_isListening;
    m_look->setText(isLooking ? tr("Looking\u2026") : tr("Look at the keyspace"));
    m_learn->setText(m_isListening ? tr("Listening\u2026") : tr("Listen for locks\u2026"));
    showButton(*m_locks, KindAnswer::Lock);
    showButton(*m_noLocks, KindAnswer::NoLock);
}

Result<observe::HintPlan> KindsPage::planFor(
    const observe::Kind& kind, KindAnswer answer, const std::string& format)
{
    return observe::planHint(m_kinds.list(), kind, answer, m_survey.deployment(), format);
}

void KindsPage::showButton(QPushButton& button, KindAnswer answer)
{
    const observe::Kind* kind = selected();
    button.setVisible(m_kinds.rowCount() > 0);
    QString why = tr("Select a kind first.");
    bool isPossible = false;
    if (kind) {
        const auto plan = planFor(*kind, answer, anyFormat(*kind, answer));
        isPossible = plan.has_value();
        why = plan ? tr("Adds the hint %1 = %2")
                         .arg(safeText(plan->hint.keys),
                             mustChoose(*kind, answer) ? u"\u2026"_s : safeText(plan->hint.format))
                   : safeText(trData(plan.error().text));
    }
    button.setEnabled(isPossible && !m_survey.isRunning());
    setTip(button, why);
}

void KindsPage::settle(KindAnswer answer)
{
    const observe::Kind* kind = selected();
    if (!kind)
        return;
    // Looking again may change the list.
    const observe::Kind asked = *kind;
    auto plan = planFor(asked, answer, anyFormat(asked, answer));
    if (!plan)
        return m_banner->tell(Glyph::Failed, Tone::Bad, errorText(plan.error()));
    const auto format = askFor(asked, *plan, answer);
    if (!format)
        return;
    plan = planFor(asked, answer, *format);
    if (!plan)
        return m_banner->tell(Glyph::Failed, Tone::Bad, errorText(plan.error()));
    if (m_survey.settle(*plan, answer))
        showButtons();
}

std::optional<std::string> KindsPage::askFor(
    const observe::Kind& kind, const observe::HintPlan& plan, KindAnswer answer)
{
    const bool isLock = answer == KindAnswer::Lock;
    const bool hasChoice = isLock && kind.fitting.size() > 1;
    const QString hint = safeText(plan.hint.keys)
        + (hasChoice ? QString() : u" = "_s + safeText(plan.hint.format));
    QString text = m_survey.file().empty()
        ? tr("The hint for %1 applies to this window until it closes.").arg(hint)
        : tr("The hint for %1 is written into %2, and applies at once.")
              .arg(hint, safeText(m_survey.file().string()));
    if (!plan.alsoMatched.empty())
        text += u"\n\n"_s
            + tr("It also matches %L1 other kinds; the first is %2.")
                  .arg(plan.alsoMatched.size())
                  .arg(safeText(plan.alsoMatched.front()));
    const Question question{.title = isLock ? tr("These are locks") : tr("These are no locks"),
        .text = text,
        .deed = tr("Add the hint")};
    if (!hasChoice)
        return m_prompter.confirm(question) ? std::optional(plan.hint.format) : std::nullopt;
    Choices choices{.caption = tr("Their format:")};
    for (const std::string& format : kind.fitting)
        choices.texts << toQt(words::formatText(format));
    if (!mustChoose(kind, answer)) {
        const auto first = std::ranges::find(kind.fitting, plan.hint.format);
        choices.first = static_cast<int>(first - kind.fitting.begin());
    }
    const auto chosen = m_prompter.choose(question, choices);
    return chosen ? std::optional(kind.fitting.at(static_cast<std::size_t>(*chosen)))
                  : std::nullopt;
}

void KindsPage::showSettled(const HintSettled& settled)
{
    if (settled.error)
        m_banner->tell(Glyph::Failed, Tone::Bad, errorText(*settled.error));
    else
        m_banner->tell(Glyph::Done, Tone::Good, settledText(settled));
    showButtons();
    if (!settled.error)
        m_survey.start();
    showButtons();
}

QString KindsPage::settledText(const HintSettled& settled)
{
    const QString keys = safeText(settled.plan.hint.keys);
    const QString format = safeText(settled.plan.hint.format);
    if (!settled.file.empty())
        return tr("%1 = %2 is in %3 now.").arg(keys, format, safeText(settled.file.string()));
    return tr("%1 = %2 applies until this window closes. To keep it, put the deployment into the "
              "deployments file and add \"%1\" = \"%2\" under [deployment.format_hints].")
        .arg(keys, format);
}

} // namespace lockkeeper::ui
