// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/journal_model.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/journal_words.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kReasonLimit = 1024;
constexpr std::size_t kShownDigits = 8; // of a fingerprint

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
        return QString::fromStdString(displaySafe(deed.intent.reason, kReasonLimit));
    case JournalModel::Result:
        return resultText(deed);
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
        {"next", tr("Next holder"), 150, TableColumn::Narrow, 2},
        {"token", tr("Token"), 78, TableColumn::Plain, 1},
        {"evidence", tr("Evidence")},
    };
}

} // namespace lockkeeper::ui
