// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_words.h"

#include "core/config/quorum.h"
#include "core/observe/formats/tombstone.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString sentence(const std::string& words)
{
    QString text = QString::fromStdString(words);
    text.front() = text.front().toUpper();
    return sentenceText(text);
}

} // namespace

QString subjectText(
    const release::Plan& plan, const QString& deployment, const observe::DecodedLock& lock)
{
    const QString name = safeText(plan.resource);
    if (plan.type == observe::ValueType::Queue)
        return Words::tr("%1 on %2, held by nobody, kept for %3")
            .arg(name, deployment, holderText(lock));
    const QString text = observe::isTombstone(lock.format) ? Words::tr("%1 on %2, %3")
                                                           : Words::tr("%1 on %2, held by %3");
    return text.arg(name, deployment, holderText(lock));
}

QString tombstoneEnd(const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow)
{
    return endTimeText(wallNow, release::tombstoneTime(forecast, plan.maxLease).lasts);
}

QString revokeText(const release::Plan& plan, const release::Forecast& forecast, WallTime wallNow)
{
    const release::TombstoneTime tombstone = release::tombstoneTime(forecast, plan.maxLease);
    if (forecast.reached < quorumOf(forecast.masters)) {
        return Words::tr(
            "The holder's next extend fails. Too few masters would have the tombstone to "
            "keep others out.");
    }
    const QString end = tombstoneEnd(plan, forecast, wallNow);
    if (tombstone.isCut && !forecast.leftover)
        return Words::tr("Keeps everybody out until %1, for max_lease: its lease has no end, and "
                         "whoever gets the lock then may not be alone. The holder's next extend "
                         "fails.")
            .arg(end);
    if (tombstone.isCut)
        return Words::tr("Keeps everybody out until %1, for max_lease: its lease lasts for %2, and "
                         "whoever gets the lock before may not be alone. The holder's next extend "
                         "fails.")
            .arg(end, durationText(*forecast.leftover));
    return Words::tr("Keeps everybody out until %1, when the lease of its holder has surely ended. "
                     "The holder's next extend fails.")
        .arg(end);
}

QString holderNoticeText(const release::Plan& plan)
{
    if (plan.isForCount()) {
        return Words::tr("Who uses it is not told, and goes on as before: a permit that is given "
                         "back later raises the number again.");
    }
    if (plan.type == observe::ValueType::Hash) {
        return Words::tr("If the holder still runs, it is not told: its renewal finds nothing and "
                         "stops, and its own unlock fails. Until then it goes on working as if it "
                         "held the lock.");
    }
    return Words::tr(
        "If the holder still runs, it is not told: it learns of it at its next extend or "
        "release at the earliest. Until then it goes on working as if it held the lock.");
}

QString waitingText(const release::Plan& plan, const QString& known)
{
    const QString who
        = known.isEmpty() ? Words::tr("How many wait is not known.") : sentenceText(known);
    return sentencesText({who, sentence(words::waitersText(plan))});
}

QString sentSentence(const release::Plan& plan)
{
    if (plan.node)
        return sentence(words::nodeDeedText(plan));
    if (plan.action == release::Action::Revoke) {
        return Words::tr("One script to each master: it replaces the value by a tombstone if its "
                         "SHA-1 is still %1..., and leaves anything else alone.")
            .arg(toQt(plan.token.shortHex()));
    }
    if (plan.isForCount()) {
        return Words::tr("One script to each master: it sets the number if the SHA-1 of its value "
                         "is still %1..., and leaves anything else alone.")
            .arg(toQt(plan.token.shortHex()));
    }
    if (plan.isForHolder()) {
        return Words::tr("One script to each master: it removes the member whose SHA-1 is %1... "
                         "from the lock, does what its library does then, and leaves the other "
                         "holders alone.")
            .arg(toQt(plan.token.shortHex()));
    }
    return Words::tr("One script to each master: it deletes the lock if the SHA-1 of its value is "
                     "still %1..., and leaves anything else alone.")
        .arg(toQt(plan.token.shortHex()));
}

QString commandLines(const release::Plan& plan)
{
    QStringList lines;
    for (const release::PlannedMaster& master : plan.masters)
        lines << toQt(release::shellLine(plan, master));
    return lines.join(u'\n');
}

QString readCommandLines(const config::Deployment& deployment, const observe::LockEntry& entry)
{
    QStringList lines;
    for (const release::PlannedMaster& master : release::mastersOf(deployment))
        lines << toQt(release::readLine(deployment, entry, master));
    return lines.join(u'\n');
}

QString reportText(const release::Report& report)
{
    return sentence(words::reportText(report));
}

QString outcomeText(const release::MasterOutcome& outcome)
{
    return toQt(words::outcomeText(outcome));
}

QString deedText(const release::Plan& plan, bool isRevoke, const release::Forecast& forecast,
    const QString& waiting, WallTime wallNow)
{
    using std::chrono::milliseconds;
    // TTLs count at most 34 years.
    constexpr std::chrono::years kFar{30};
    const milliseconds left = forecast.leftover.value_or(milliseconds(0));
    const QString end = left > kFar ? Words::tr("for %1").arg(durationText(left))
                                    : Words::tr("until %1").arg(endTimeText(wallNow, left));
    const std::string silent = words::silentText(forecast, end.toStdString());
    const bool isOnly = forecast.masters == 1 && forecast.reached == 1;
    const QString text = isOnly ? (isRevoke           ? Words::tr("Cuts the holder of %1 off")
                                 : plan.isForHolder() ? Words::tr("Frees %2 from %1")
                                 : plan.isForCount()  ? Words::tr("Sets %1 to %2")
                                                      : Words::tr("Frees %1"))
        : isRevoke              ? Words::tr("Cuts the holder of %1 off on %2 of %3 masters")
        : plan.isForHolder()    ? Words::tr("Frees %4 from %1 on %2 of %3 masters")
        : plan.isForCount()     ? Words::tr("Sets %1 to %4 on %2 of %3 masters")
                                : Words::tr("Frees %1 on %2 of %3 masters");
    const QString what = plan.isForHolder() ? memberText(plan.holder)
        : plan.isForCount()                 ? QLocale().toString(qint64{plan.part->count})
                                            : QString();
    const QString name = nameText(plan.resource.value());
    const QString reached = QString::number(forecast.reached);
    const QString masters = QString::number(forecast.masters);
    QStringList clauses{isOnly ? (what.isEmpty() ? text.arg(name) : text.arg(name, what))
            : what.isEmpty()   ? text.arg(name, reached, masters)
                               : text.arg(name, reached, masters, what)};
    if (!silent.empty())
        clauses << QString::fromStdString(silent);
    QStringList sentences{sentenceText(clausesText(clauses))};
    if (!waiting.isEmpty())
        sentences << waitingText(plan, Words::tr("Waiting: %1").arg(waiting));
    return sentencesText(sentences);
}

} // namespace lockkeeper::ui
