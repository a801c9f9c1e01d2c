// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/journal_model.h"

#include "core/release/journal_lines.h"
#include "core/text/display_safe.h"
#include "ui/models/roles.h"
#include "ui/models/words.h"

#include <QStringList>
#include <map>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

// The reason may be longer than other texts: it is what a reader of the journal looks for.
constexpr std::size_t kReasonLimit = 1024;
constexpr std::size_t kShownDigits = 8; // of a fingerprint

// A result name of the journal in translated words. An unknown name is shown unchanged.
QString resultWord(const std::string& name)
{
    const auto result = release::resultNamed(name);
    return result ? masterResultText(*result) : safeText(name);
}

// "3 released, 2 already gone".
QString outcomesText(const std::vector<release::JournalOutcome>& outcomes)
{
    std::map<std::string, int> counts;
    for (const release::JournalOutcome& outcome : outcomes)
        ++counts[outcome.result];
    QStringList parts;
    for (const auto& [name, count] : counts)
        parts << JournalModel::tr("%1 %2").arg(count).arg(resultWord(name));
    return parts.join(JournalModel::tr(", "));
}

QString acquiredText(const std::string& name)
{
    static const std::map<std::string, QString> kWords{{"acquired", JournalModel::tr("acquired")},
        {"contended", JournalModel::tr("not acquired: another owner held it")},
        {"no-quorum", JournalModel::tr("not acquired: too few masters answered")},
        {"failed", JournalModel::tr("not acquired")},
        {"cancelled", JournalModel::tr("not acquired: it was stopped")}};
    const auto word = kWords.find(name);
    return word == kWords.end() ? safeText(name) : word->second;
}

QString resultText(const release::JournalResult& result)
{
    if (!result.acquired.empty())
        return acquiredText(result.acquired);
    if (result.hasHolderChanged)
        return JournalModel::tr("nothing was sent: the holder has changed");
    const QString outcomes = outcomesText(result.outcomes);
    return result.isQuorumFreed ? JournalModel::tr("its token has no quorum: %1").arg(outcomes)
                                : JournalModel::tr("it may still be held: %1").arg(outcomes);
}

QDateTime timeOf(const release::JournalIntent& intent)
{
    return intent.time ? QDateTime::fromMSecsSinceEpoch(sinceEpoch(*intent.time).count(), Qt::UTC)
                       : QDateTime();
}

JournalRow rowOf(const release::JournalIntent& intent)
{
    return {.id = QByteArray::fromStdString(intent.id),
        .time = timeOf(intent),
        .action = safeText(intent.action),
        .resource = safeText(intent.resource),
        .token = safeText(intent.token),
        .reason = QString::fromStdString(displaySafe(intent.reason, kReasonLimit)),
        .result = JournalModel::tr("unknown result"),
        .hasResult = false};
}

} // namespace

void JournalModel::setEntries(const release::JournalEntries& entries)
{
    std::vector<JournalRow> rows;
    const release::Deeds read = release::deedsOf(entries);
    m_unreadable = static_cast<int>(read.unreadable);
    for (const release::Deed& deed : read.deeds) {
        JournalRow& row = rows.emplace_back(rowOf(deed.intent));
        if (!deed.result)
            continue;
        row.result = resultText(*deed.result);
        row.hasResult = true;
        if (!deed.result->tokenSha1.empty())
            row.token = safeText(deed.result->tokenSha1.substr(0, kShownDigits));
    }
    std::reverse(rows.begin(), rows.end());
    syncRows(std::move(rows));
}

QVariant JournalModel::cell(int row, int column, int role) const
{
    const JournalRow& entry = rows()[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(entry, column);
    case Qt::ToolTipRole:
        return toolTipText(text(entry, column));
    case SortRole:
        return column == Time ? QVariant(entry.time) : QVariant(text(entry, column));
    case IdentityRole:
        return entry.id;
    default:
        return {};
    }
}

QString JournalModel::text(const JournalRow& row, int column)
{
    switch (column) {
    case Time:
        return row.time.isValid() ? row.time.toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s)
                                  : tr("unknown");
    case Action:
        return row.action;
    case ResourceName:
        return row.resource;
    case TokenFingerprint:
        return row.token;
    case Reason:
        return row.reason;
    case Result:
        return row.result;
    default:
        return {};
    }
}

QStringList JournalModel::headers() const
{
    return {tr("Time"), tr("Action"), tr("Resource"), tr("Token"), tr("Reason"), tr("Result")};
}

} // namespace lockkeeper::ui
