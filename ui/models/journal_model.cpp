// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/journal_model.h"

#include "core/output/incident_words.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <map>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr std::size_t kLongLimit = 8192;

QString longText(const std::string& bytes)
{
    return toQt(displaySafe(bytes, kLongLimit));
}

QString resultWord(const std::string& name)
{
    return safeText(output::resultText(name));
}

QString outcomesText(const std::vector<release::JournalOutcome>& outcomes)
{
    std::map<std::string, int> counts;
    for (const release::JournalOutcome& outcome : outcomes)
        ++counts[outcome.result];
    QStringList parts;
    for (const auto& [name, count] : counts)
        parts << Words::tr("%1 %2", "number of masters, what they answered")
                     .arg(count)
                     .arg(resultWord(name));
    return partsText(parts);
}

QString acquiredText(const std::string& name)
{
    return safeText(output::acquiredText(name));
}

QString votesText(const release::JournalIntent& intent)
{
    QStringList votes;
    for (const release::JournalVote& vote : intent.votes)
        votes << safeText(output::voteText(vote));
    return clausesText(votes);
}

QString safetyText(const release::JournalIntent& intent)
{
    return intent.safety ? longText(words::storedSafetyText(intent.safety->text)) : QString();
}

QString outcomeText(const release::Deed& deed)
{
    QStringList answers;
    for (const release::JournalOutcome& outcome :
        deed.result ? deed.result->outcomes : decltype(deed.result->outcomes)()) {
        const QString word = resultWord(outcome.result);
        answers << namedText(safeText(outcome.master),
            outcome.error ? Words::tr("%1 (%2)").arg(word, longText(trData(*outcome.error)))
                          : word);
    }
    const QString result = resultText(deed);
    return answers.isEmpty() ? result : result + u'\n' + clausesText(answers);
}

QString mastersText(const release::JournalIntent& intent)
{
    QStringList masters;
    for (const release::JournalMaster& master : intent.masters) {
        const QString id = safeText(master.id);
        const QString url = safeText(master.url);
        masters << (master.user ? Words::tr("%1 (%2, user %3)").arg(id, url, safeText(*master.user))
                                : Words::tr("%1 (%2)").arg(id, url));
    }
    return listText(masters);
}

} // namespace

QString journalTimeText(const std::optional<WallTime>& time)
{
    return time ? toQt(words::utcText(*time)) : Words::tr("unknown");
}

QString actorText(const release::JournalIntent& intent)
{
    return safeText(intent.osUser) + u'@' + safeText(intent.host);
}

QString evidenceText(const release::JournalIntent& intent)
{
    QStringList kinds;
    for (const std::string& name : intent.evidence)
        kinds << safeText(output::evidenceText(name));
    return listText(kinds);
}

QString resultText(const release::Deed& deed)
{
    if (!deed.result)
        return Words::tr("unknown result");
    const release::JournalResult& result = *deed.result;
    if (!result.acquired.empty())
        return result.outcomes.empty()
            ? acquiredText(result.acquired)
            : clausesText({acquiredText(result.acquired), outcomesText(result.outcomes)});
    if (result.isNoteDone)
        return *result.isNoteDone ? Words::tr("done on a quorum of masters")
                                  : Words::tr("not done on a quorum of masters");
    if (result.hasHolderChanged)
        return Words::tr("nothing was sent: the holder has changed, or its TTL was set anew");
    const QString outcomes = outcomesText(result.outcomes);
    if (deed.intent.action == "ask")
        return outcomes;
    if (result.isQuorumFreed && deed.intent.action == "revoke")
        return Words::tr("closed until its TTL has passed: %1").arg(outcomes);
    return result.isQuorumFreed ? Words::tr("freed: %1").arg(outcomes)
                                : Words::tr("it may still be held: %1").arg(outcomes);
}

QString nextText(const release::Deed& deed)
{
    if (!deed.next)
        return {};
    // The file may hold anything.
    const std::string holder = displaySafe(fromDisplaySafe(deed.next->holder), kLongLimit);
    const QString text
        = Words::tr("%1, token %2")
              .arg(QString::fromStdString(holder), safeText(deed.next->tokenSha1.substr(0, 8)));
    return deed.next->after ? Words::tr("%1, after %2").arg(text, durationText(*deed.next->after))
                            : text;
}

std::vector<DeedFact> deedFacts(const release::Deed& deed)
{
    const release::JournalIntent& intent = deed.intent;
    const QString token = intent.tokenSha1.empty()
        ? QString()
        : Words::tr("%1, written by %2, %3")
              .arg(safeText(intent.tokenSha1), toQt(words::formatText(intent.format)),
                  certaintyWord(intent.certainty));
    const QString next = !intent.isForLock() ? QString()
        : deed.next                          ? nextText(deed)
                                             : Words::tr("nobody was seen to take it");
    const QString run = deed.run ? toQt(output::runText(*deed.run)) : QString();
    return {{Words::tr("Action"), actionText(intent.action)},
        {Words::tr("Resource"), longText(intent.resource)},
        {Words::tr("Reason"), longText(intent.reason)}, {Words::tr("Result"), outcomeText(deed)},
        {Words::tr("Freed together"), run}, {Words::tr("Next"), next},
        {Words::tr("When"), journalTimeText(intent.time)},
        {Words::tr("Who"), Words::tr("%1, process %2").arg(actorText(intent)).arg(intent.pid)},
        {Words::tr("Where"), namedText(safeText(intent.deployment), mastersText(intent))},
        {Words::tr("Holder"), longText(intent.holder)}, {Words::tr("Token"), token},
        {Words::tr("Safety as shown"), safetyText(intent)},
        {Words::tr("Evidence"), evidenceText(intent)}, {Words::tr("Votes"), votesText(intent)}};
}

QString sentText(const release::JournalIntent& intent)
{
    return longText(intent.command);
}

namespace {

constexpr std::size_t kReasonLimit = 1024;
constexpr std::size_t kShownDigits = 8;

QDateTime timeOf(const release::JournalIntent& intent)
{
    return intent.time ? utcTime(*intent.time) : QDateTime();
}

QString tokenText(const release::Deed& deed)
{
    const bool isTaken = deed.result && !deed.result->tokenSha1.empty();
    return safeText(isTaken ? deed.result->tokenSha1.substr(0, kShownDigits) : deed.intent.token);
}

QString textOf(const release::Deed& deed, int column)
{
    switch (column) {
    case JournalModel::Time:
        return journalTimeText(deed.intent.time);
    case JournalModel::Who:
        return actorText(deed.intent);
    case JournalModel::Action:
        return actionText(deed.intent.action);
    case JournalModel::ResourceName:
        return safeText(deed.intent.resource);
    case JournalModel::Reason:
        return toQt(displaySafe(deed.intent.reason, kReasonLimit));
    case JournalModel::Result:
        return resultText(deed);
    case JournalModel::DeploymentName:
        return safeText(deed.intent.deployment);
    case JournalModel::Next:
        return nextText(deed);
    case JournalModel::TokenFingerprint:
        return tokenText(deed);
    default:
        return evidenceText(deed.intent);
    }
}

} // namespace

void JournalModel::setEntries(const release::JournalEntries& entries)
{
    release::Deeds read = release::deedsOf(entries);
    m_unreadable = static_cast<int>(read.unreadable);
    m_chainBreak = safeText(trData(read.chainBreak));
    std::vector<JournalRow> rows;
    for (release::Deed& deed : read.deeds)
        rows.push_back({std::move(deed)});
    std::reverse(rows.begin(), rows.end());
    syncRows(std::move(rows));
}

QVariant JournalModel::cell(int row, int column, int role) const
{
    const release::Deed& deed = rows()[static_cast<std::size_t>(row)].deed;
    if (role == SortRole)
        return column == Time ? QVariant(timeOf(deed.intent)) : QVariant(textOf(deed, column));
    return textCell(
        role, QByteArray::fromStdString(deed.intent.id), [&] { return textOf(deed, column); });
}

QList<TableColumn> JournalModel::columns() const
{
    return {
        {"time", tr("Time"), 168},
        {"who", tr("Who"), 104},
        {"action", tr("Action"), 72},
        {"resource", tr("Resource"), 150, TableColumn::Name},
        {"reason", tr("Reason"), 150, TableColumn::Narrow},
        {"result", tr("Result"), 170, TableColumn::Narrow},
        {"deployment", tr("Deployment"), 96, TableColumn::Narrow, 3},
        {"next", tr("Next holder"), 150, TableColumn::Narrow, 2},
        {"token", tr("Token"), 78, TableColumn::Plain, 1},
        {"evidence", tr("Evidence")},
    };
}

} // namespace lockkeeper::ui
