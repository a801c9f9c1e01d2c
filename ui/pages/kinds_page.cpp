// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kinds_page.h"

#include "core/text/translate.h"
#include "ui/dialogs/prompter.h"
#include "ui/models/words/kind_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

using observe::KindAnswer;

KindsPage::KindsPage(KindsSurvey& survey, Prompter& prompter, QWidget* parent)
    : TablePage(tr("Kinds of keys"), parent)
    , m_survey(survey)
    , m_prompter(prompter)
    , m_banner(new Banner(tr("Dismiss"), this))
    , m_look(new QPushButton(tr("Look at the keyspace"), this))
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
    m_locks->setObjectName(u"theseAreLocksButton"_s);
    m_noLocks->setObjectName(u"theseAreNoLocksButton"_s);
    for (auto* button : {m_locks, m_noLocks, m_look}) {
        button->setAutoDefault(false);
        addButton(button);
    }
    setTabOrder(m_locks, m_noLocks);
    setTabOrder(m_noLocks, m_look);
    setTabOrder(m_look, &table());
}

void KindsPage::connectSignals()
{
    connect(m_banner, &Banner::buttonClicked, m_banner, &QWidget::hide);
    connect(m_look, &QPushButton::clicked, this, &KindsPage::look);
    connect(m_locks, &QPushButton::clicked, this, [this] { settle(KindAnswer::Lock); });
    connect(m_noLocks, &QPushButton::clicked, this, [this] { settle(KindAnswer::NoLock); });
    connect(&table(), &TableView::currentRowChanged, this, &KindsPage::showButtons);
    connect(&m_survey, &KindsSurvey::finished, this,
        [this](const std::shared_ptr<const KindsFound>& found) { showFound(*found); });
    connect(&m_survey, &KindsSurvey::settled, this, &KindsPage::showSettled);
}

void KindsPage::showUpdate(const BoardUpdatePtr& update)
{
    // A master that pushes changes is swept only once: what it has read then is no count of now.
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
        m_look->setToolTip(toolTipText(m_refusal));
        m_look->setAccessibleDescription(m_refusal);
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
    m_look->setToolTip(toolTipText(cost));
    m_look->setAccessibleDescription(cost);
    if (m_kinds.rowCount() > 0)
        return;
    if (m_survey.isRunning())
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
    const observe::KindList& list = m_kinds.list();
    QString note = tr("%L1 keys of %L2 kinds").arg(list.keys).arg(list.kinds.size());
    if (list.otherKeys > 0)
        note += tr(", %L1 of kinds too rare to list").arg(list.otherKeys);
    setNote(m_kinds.rowCount() > 0 ? note : QString());
    showCost();
    showButtons();
}

const observe::Kind* KindsPage::selected()
{
    return m_kinds.kindAt(table().currentIndex().row());
}

void KindsPage::showButtons()
{
    m_look->setEnabled(!m_survey.isRunning() && m_refusal.isEmpty());
    m_look->setText(m_survey.isRunning() ? tr("Looking\u2026") : tr("Look at the keyspace"));
    showButton(*m_locks, KindAnswer::Lock);
    showButton(*m_noLocks, KindAnswer::NoLock);
}

void KindsPage::showButton(QPushButton& button, KindAnswer answer)
{
    const observe::Kind* kind = selected();
    button.setVisible(m_kinds.rowCount() > 0);
    QString why = tr("Select a kind first.");
    bool isPossible = false;
    if (kind) {
        const auto plan = observe::planHint(m_kinds.list(), *kind, answer, m_survey.deployment());
        isPossible = plan.has_value();
        why = plan ? tr("Adds the hint %1 = %2")
                         .arg(safeText(plan->hint.keys), safeText(plan->hint.format))
                   : safeText(trData(plan.error().text));
    }
    button.setEnabled(isPossible && !m_survey.isRunning());
    button.setToolTip(toolTipText(why));
    button.setAccessibleDescription(why);
}

void KindsPage::settle(KindAnswer answer)
{
    const observe::Kind* kind = selected();
    if (!kind)
        return;
    const auto plan = observe::planHint(m_kinds.list(), *kind, answer, m_survey.deployment());
    if (!plan)
        return m_banner->tell(Glyph::Failed, Tone::Bad, errorText(plan.error()));
    QString text = m_survey.file().empty()
        ? tr("The hint %1 = %2 applies to this window until it closes.")
        : tr("The hint %1 = %2 is written into %3, and applies at once.")
              .arg(u"%1"_s, u"%2"_s, safeText(m_survey.file().string()));
    text = text.arg(safeText(plan->hint.keys), safeText(plan->hint.format));
    if (!plan->alsoMatched.empty())
        text += u"\n\n"_s
            + tr("It also matches %L1 other kinds; the first is %2.")
                  .arg(plan->alsoMatched.size())
                  .arg(safeText(plan->alsoMatched.front()));
    const bool isLock = answer == KindAnswer::Lock;
    if (m_prompter.confirm({.title = isLock ? tr("These are locks") : tr("These are no locks"),
            .text = text,
            .deed = tr("Add the hint")})
        && m_survey.settle(*plan, answer))
        showButtons();
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
