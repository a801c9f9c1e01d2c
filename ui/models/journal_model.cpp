// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/journal_model.h"

#include "core/text/display_safe.h"
#include "ui/models/roles.h"
#include "ui/models/words.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QStringList>
#include <array>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

// The journal's texts went through displaySafe() when they were written. It is only a file, though,
// and others may have written to it; so once more, and then the backslashes are doubled.
QString safeField(const QJsonObject& entry, QLatin1StringView name)
{
    constexpr std::size_t kLimit = 4096;
    const std::string text = entry.value(name).toString().toStdString();
    return QString::fromStdString(displaySafe(text, kLimit)).replace(u"\\\\"_s, u"\\"_s);
}

// "released" as the journal has it, as people read it; what is not known is shown as it is.
QString resultWord(const QString& name)
{
    using release::MasterResult;
    constexpr std::array kResults{MasterResult::Released, MasterResult::AlreadyGone,
        MasterResult::AnotherHolder, MasterResult::Unreachable, MasterResult::Refused,
        MasterResult::Unknown, MasterResult::NotSent};
    for (const MasterResult result : kResults) {
        if (name == QLatin1StringView(release::resultName(result)))
            return masterResultText(result);
    }
    return safeText(name.toStdString());
}

// "3 released, 2 already gone".
QString outcomesText(const QJsonArray& outcomes)
{
    QMap<QString, int> counts;
    for (const QJsonValue& outcome : outcomes)
        ++counts[outcome.toObject().value("result"_L1).toString()];
    QStringList parts;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        parts << JournalModel::tr("%1 %2").arg(it.value()).arg(resultWord(it.key()));
    return parts.join(JournalModel::tr(", "));
}

QString resultText(const QJsonObject& result)
{
    if (result.value("holder_changed"_L1).toBool())
        return JournalModel::tr("the holder changed: nothing was sent");
    const QString outcomes = outcomesText(result.value("outcomes"_L1).toArray());
    return result.value("quorum_freed"_L1).toBool()
        ? JournalModel::tr("quorum freed: %1").arg(outcomes)
        : JournalModel::tr("the holder may still have its quorum: %1").arg(outcomes);
}

JournalRow rowOfIntent(const QJsonObject& entry)
{
    return {.id = entry.value("id"_L1).toString(),
        .time = QDateTime::fromString(entry.value("time"_L1).toString(), Qt::ISODateWithMs),
        .action = safeField(entry, "action"_L1),
        .resource = safeField(entry, "resource"_L1),
        .token = safeField(entry, "token"_L1),
        .reason = safeField(entry, "reason"_L1),
        .result = JournalModel::tr("unknown result"),
        .hasResult = false};
}

} // namespace

void JournalModel::setLines(const QList<QByteArray>& lines)
{
    std::vector<JournalRow> rows;
    QHash<QString, std::size_t> places;
    m_unreadable = 0;
    for (const QByteArray& line : lines) {
        const QJsonObject entry = QJsonDocument::fromJson(line).object();
        const QString id = entry.value("id"_L1).toString();
        const QString kind = entry.value("kind"_L1).toString();
        const bool isKnown = places.contains(id);
        if (kind == "intent"_L1 && !id.isEmpty() && !isKnown) {
            places[id] = rows.size();
            rows.push_back(rowOfIntent(entry));
        } else if (kind == "result"_L1 && isKnown) {
            rows[places[id]].result = resultText(entry);
            rows[places[id]].hasResult = true;
        } else if (kind != "result"_L1 || id.isEmpty()) {
            // A result alone is no flaw: its intent is among the older lines that were left out.
            ++m_unreadable;
        }
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
        return entry.id.toUtf8();
    default:
        return {};
    }
}

QString JournalModel::text(const JournalRow& row, int column)
{
    switch (column) {
    case Time:
        return row.time.isValid() ? row.time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s)
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

QString JournalModel::headerCell(int column) const
{
    switch (column) {
    case Time:
        return tr("Time");
    case Action:
        return tr("Action");
    case ResourceName:
        return tr("Resource");
    case TokenFingerprint:
        return tr("Token");
    case Reason:
        return tr("Reason");
    case Result:
        return tr("Result");
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
