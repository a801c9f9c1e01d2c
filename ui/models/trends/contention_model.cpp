// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trends/contention_model.h"

#include <QLocale>

namespace lockkeeper::ui {

bool operator==(const ContentionRow& a, const ContentionRow& b)
{
    return a.key() == b.key() && a.traffic.acquisitions == b.traffic.acquisitions
        && a.traffic.handOvers == b.traffic.handOvers
        && a.traffic.handOversPerMinute == b.traffic.handOversPerMinute;
}

void ContentionModel::setTraffic(const std::vector<history::Traffic>& traffic)
{
    std::vector<ContentionRow> rows;
    for (const history::Traffic& one : traffic)
        rows.push_back({one});
    syncRows(std::move(rows));
}

QVariant ContentionModel::cell(int row, int column, int role) const
{
    const history::Traffic& traffic = rows()[static_cast<std::size_t>(row)].traffic;
    return textCell(role, QByteArray::fromStdString(traffic.resource.value()),
        [&] { return text(traffic, column); });
}

QList<TableColumn> ContentionModel::columns() const
{
    return {
        {"resource", tr("Resource"), 120, TableColumn::Narrow | TableColumn::Name},
        {"hand_overs", tr("Hand-overs"), 84, TableColumn::Number},
        {"per_minute", tr("A minute"), 72, TableColumn::Number},
        {"taken", tr("Taken"), 44, TableColumn::Number},
    };
}

QString ContentionModel::text(const history::Traffic& traffic, int column)
{
    switch (column) {
    case ResourceName:
        return safeText(traffic.resource.value());
    case HandOvers:
        return QLocale().toString(static_cast<qulonglong>(traffic.handOvers));
    case PerMinute:
        return QLocale::c().toString(traffic.handOversPerMinute, 'f', 2);
    case Acquisitions:
        return QLocale().toString(static_cast<qulonglong>(traffic.acquisitions));
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
