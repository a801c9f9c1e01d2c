// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_facts.h"

#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"

#include <QFormLayout>
#include <QGridLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString voteWords(const observe::Vote& vote, const observe::Judgement& judgement)
{
    const QString mark = voteMarkText(voteMark(vote, judgement));
    if (vote.state != observe::VoteState::Held)
        return vote.error ? ReleaseFacts::tr("%1: %2").arg(mark, safeText(vote.error->text)) : mark;
    const QString token = vote.token ? QString::fromStdString(vote.token->shortHex()) : QString();
    const QString ttl = vote.ttl ? ReleaseFacts::tr("TTL %1").arg(durationText(*vote.ttl))
                                 : ReleaseFacts::tr("no TTL");
    return ReleaseFacts::tr("%1, token %2, %3").arg(mark, token, ttl);
}

} // namespace

ReleaseFacts::ReleaseFacts(
    const release::Plan& plan, const observe::LockEntry& entry, const Clock& clock, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 0);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(7);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFact(*form, tr("Resource"), safeText(plan.resource.value()));
    const observe::DecodedLock lock = entry.unpackLock();
    addFact(*form, tr("Holder"), holderText(lock));
    addFact(*form, tr("Library"), libraryText(lock));
    addFact(*form, tr("Certainty"), certaintyText(lock.certainty));
    if (!lock.caution.empty())
        addFact(*form, tr("Caution"), safeText(lock.caution));
    addFact(*form, tr("Held for"), heldForSentence(entry, clock.now(), clock.wallNow()));
    addFact(*form, tr("Renewals"), renewalsSentence(entry, clock.now()));
    const QString evidence = evidenceText(plan.evidence);
    addFact(*form, tr("Evidence"), evidence.isEmpty() ? tr("none that it is stale") : evidence);
    addFact(*form, tr("Verdict"), verdictSentence(entry));
    form->addRow(captionLabel(tr("Votes")), createVotes(plan));
}

void ReleaseFacts::addFact(QFormLayout& form, const QString& caption, const QString& text)
{
    auto* value = wrappingLabel(text);
    value->setAccessibleName(caption);
    form.addRow(captionLabel(caption), value);
}

QWidget* ReleaseFacts::createVotes(const release::Plan& plan)
{
    const observe::Judgement seen{.token = plan.token};
    auto* votes = new QWidget;
    auto* grid = new QGridLayout(votes);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const auto& vote : plan.votes) {
        grid->addWidget(plainLabel(safeText(vote.master.value())), row, 0);
        grid->addWidget(wrappingLabel(voteWords(vote, seen)), row, 1);
        ++row;
    }
    return votes;
}

} // namespace lockkeeper::ui
