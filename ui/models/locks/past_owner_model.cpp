// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/past_owner_model.h"

#include "core/output/incident_words.h"
#include "core/words/time_words.h"

namespace lockkeeper::ui {

bool operator==(const PastOwnerRow& a, const PastOwnerRow& b)
{
    return a.key() == b.key() && a.interval.holder == b.interval.holder
        && a.interval.lastSeen == b.interval.lastSeen && a.interval.endedAt == b.interval.endedAt
        && a.interval.end == b.interval.end && a.interval.held == b.interval.held
        && a.interval.isHeldExact == b.interval.isHeldExact;
}

void PastOwnerModel::setOwners(const std::vector<history::Interval>& owners)
{
    std::vector<PastOwnerRow> rows;
    for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner)
        rows.push_back({*owner});
    syncRows(std::move(rows));
}

QVariant PastOwnerModel::cell(int row, int column, int role) const
{
    const history::Interval& interval = rows()[static_cast<std::size_t>(row)].interval;
    return textCell(role, QByteArray::fromStdString(interval.token.hex()),
        [&] { return text(interval, column); });
}

QList<TableColumn> PastOwnerModel::columns() const
{
    return {
        {"from", tr("Seen from"), 180},
        {"for", tr("Held for"), 124, TableColumn::Narrow},
        {"end", tr("End"), 190, TableColumn::Narrow},
        {"owner", tr("Owner")},
    };
}

QString PastOwnerModel::text(const history::Interval& interval, int column)
{
    switch (column) {
    case From:
        return QString::fromStdString(words::utcText(interval.firstSeen));
    case For:
        // A present hold is shown elsewhere: the history only knows its last sighting.
        return !interval.endedAt ? QString() : QString::fromStdString(output::heldText(interval));
    case End:
        return interval.endedAt ? QString::fromStdString(output::endText(interval)) : tr("not yet");
    case Owner:
        return QString::fromStdString(output::recordedHolder(interval.holder));
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
