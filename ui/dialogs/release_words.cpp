// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release_words.h"

#include "core/words/outcome_words.h"

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
        "If the holder still runs, it is not told: it learns of it at its next extend or "
        "release at the earliest. Until then it goes on working as if it held the lock.");
}

QString waitersText(const release::Plan& plan)
{
    return QString::fromStdString(words::waitersText(plan));
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
    QString text = QString::fromStdString(words::reportText(report));
    text.front() = text.front().toUpper();
    return text + u'.';
}

QString outcomeText(const release::MasterOutcome& outcome)
{
    return QString::fromStdString(words::outcomeText(outcome));
}

} // namespace lockkeeper::ui
