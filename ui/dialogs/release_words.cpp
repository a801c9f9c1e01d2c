// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release_words.h"

#include "ui/models/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::ReleaseWords)
};

} // namespace

QString holderNoticeText(const release::Plan& plan)
{
    if (plan.type == observe::ValueType::Hash) {
        return Words::tr("If the holder still runs, it is not told: its renewal finds nothing and "
                         "stops, and its own unlock fails. Until then it goes on working as if it "
                         "held the lock.");
    }
    return Words::tr(
        "If the holder still runs, it is not told: it learns only at its next extend or "
        "release. Until then it goes on working as if it held the lock.");
}

QString waitersText(const release::Plan& plan)
{
    if (plan.wakeUp) {
        return Words::tr("Waiters are woken: each master that deletes the lock publishes on %1.")
            .arg(safeText(plan.wakeUp->channel));
    }
    return Words::tr("Waiters poll: nobody is woken; they find the lock free at their next try.");
}

QString sentSentence(const release::Plan& plan)
{
    return Words::tr("One script to each master: it deletes the lock if the SHA-1 of its value is "
                     "still %1..., and leaves anything else alone.")
        .arg(QString::fromStdString(plan.token.shortHex()));
}

QString commandLines(const release::Plan& plan)
{
    QStringList lines;
    for (const auto& command : plan.commands)
        lines << QString::fromStdString(release::asRedisCliLine(command));
    return lines.join(u'\n');
}

QString readCommandLines(const config::Deployment& deployment, const observe::LockEntry& entry)
{
    const bool isHash = entry.type == observe::ValueType::Hash;
    const redis::Command command{isHash ? "HGETALL" : "GET", entry.resource.value()};
    QStringList lines;
    for (const auto& master : deployment.masters) {
        lines << QString::fromStdString(release::asRedisCliLine({.master = master.id,
            .url = master.url.redacted(),
            .command = command,
            .user = master.url.user}));
    }
    return lines.join(u'\n');
}

QString reportText(const release::Report& report)
{
    const auto masters = report.outcomes.size();
    const auto released = report.count(release::MasterResult::Released);
    if (report.hasHolderChanged) {
        return Words::tr("Nothing was sent: the holder changed between what you saw and now.");
    }
    if (!report.isQuorumFreed) {
        return Words::tr("Released on %1 of %2 masters, but the holder may still have its quorum: "
                         "%3 may still store its token.")
            .arg(released)
            .arg(masters)
            .arg(report.possiblyStillHeld());
    }
    if (released == 0)
        return Words::tr("It was already gone: nothing had to be released.");
    return Words::tr("Released on %1 of %2 masters: the holder has no quorum any more.")
        .arg(released)
        .arg(masters);
}

QString outcomeText(const release::MasterOutcome& outcome)
{
    const QString result = masterResultText(outcome.result);
    return outcome.error ? Words::tr("%1 (%2)").arg(result, safeText(outcome.error->text)) : result;
}

} // namespace lockkeeper::ui
