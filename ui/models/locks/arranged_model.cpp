// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/arranged_model.h"

#include <algorithm>

namespace lockkeeper::ui {

void ArrangedModel::show(const std::vector<int>& wanted)
{
    if (wanted == m_shown)
        return;
    m_isShowing = true;
    hideOthers(wanted);
    showMissing(wanted);
    reorder(wanted);
    m_isShowing = false;
    Q_EMIT rowsArranged();
}

void ArrangedModel::hideOthers(const std::vector<int>& wanted)
{
    ById<char> isWanted{false};
    for (const int id : wanted)
        isWanted.set(id, true);
    std::vector<int> ids = m_shown;
    const auto doomed
        = std::ranges::stable_partition(ids, [&isWanted](int id) { return isWanted.of(id) != 0; });
    if (doomed.empty())
        return;
    reorder(ids);
    const int first = numRows() - static_cast<int>(doomed.size());
    beginRemoveRows({}, first, numRows() - 1);
    for (const int id : doomed)
        m_places.set(id, -1);
    m_shown.resize(static_cast<std::size_t>(first));
    endRemoveRows();
}

void ArrangedModel::showMissing(const std::vector<int>& wanted)
{
    const int first = numRows();
    const int count = static_cast<int>(wanted.size()) - first;
    if (count == 0)
        return;
    beginInsertRows({}, first, first + count - 1);
    for (const int id : wanted) {
        if (placeOf(id) >= 0)
            continue;
        m_places.set(id, numRows());
        m_shown.push_back(id);
    }
    endInsertRows();
}

void ArrangedModel::reorder(const std::vector<int>& ids)
{
    if (ids == m_shown)
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<int> kept;
    for (const QModelIndex& old : from)
        kept.push_back(idAt(old.row()));
    m_shown = ids;
    for (int row = 0; row < numRows(); ++row)
        m_places.set(idAt(row), row);
    QModelIndexList to;
    for (qsizetype i = 0; i < from.size(); ++i)
        to << index(placeOf(kept[static_cast<std::size_t>(i)]), from[i].column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace lockkeeper::ui
