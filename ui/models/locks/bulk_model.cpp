// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/bulk_model.h"

#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::ui {

BulkModel::BulkModel(std::vector<BulkItem> items, QObject* parent)
    : TableModel(parent)
    , m_items(std::move(items))
{
    for (BulkItem& item : m_items)
        item.isTicked = groupOf(item) == Group::Ended;
    group();
}

BulkModel::Group BulkModel::groupOf(const BulkItem& item)
{
    if (!item.plan)
        return Group::LeftAlone;
    return item.isProven() ? Group::Ended : Group::MayLive;
}

void BulkModel::group()
{
    beginResetModel();
    m_rows.clear();
    for (const Group group : {Group::Ended, Group::MayLive, Group::LeftAlone}) {
        const std::size_t heading = m_rows.size();
        for (std::size_t item = 0; item < m_items.size(); ++item) {
            if (groupOf(m_items[item]) == group)
                m_rows.push_back({group, item});
        }
        if (m_rows.size() > heading)
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(heading), {group, {}});
    }
    endResetModel();
}

int BulkModel::rowOf(std::size_t item) const
{
    const auto found = std::ranges::find(m_rows, std::optional(item), &Row::item);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::optional<std::size_t> BulkModel::itemAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_rows.size() ? m_rows[at].item : std::nullopt;
}

bool BulkModel::canBeTicked(const BulkItem& item) const
{
    return item.plan && !item.result && (item.isProven() || m_isConfirmed);
}

std::vector<std::size_t> BulkModel::ticked() const
{
    std::vector<std::size_t> ticked;
    for (const Row& row : m_rows) {
        if (row.item && m_items[*row.item].isTicked)
            ticked.push_back(*row.item);
    }
    return ticked;
}

std::size_t BulkModel::possibleCount() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_items, [](const BulkItem& item) { return item.plan.has_value(); }));
}

std::size_t BulkModel::provenCount() const
{
    return static_cast<std::size_t>(std::ranges::count(m_items, Group::Ended, &groupOf));
}

void BulkModel::setConfirmed(bool isConfirmed)
{
    if (m_isFrozen || std::exchange(m_isConfirmed, isConfirmed) == isConfirmed)
        return;
    for (std::size_t item = 0; item < m_items.size(); ++item) {
        if (groupOf(m_items[item]) != Group::MayLive)
            continue;
        m_items[item].isTicked = isConfirmed;
        emitItem(item);
    }
}

void BulkModel::setCheck(std::size_t item, const release::ProcessCheck& check)
{
    // An end is final, so its first check counts: a renewal that was seen after it refutes it.
    if (!m_isFrozen && !m_items[item].isProven())
        m_items[item].check = check;
}

void BulkModel::setSaid(std::size_t item, const std::optional<release::LifeReport>& said)
{
    if (!m_isFrozen)
        m_items[item].said = said;
}

void BulkModel::setEntry(std::size_t at, const observe::LockEntryPtr& entry, SteadyTime now)
{
    BulkItem& item = m_items[at];
    if (m_isFrozen || !item.plan)
        return;
    const Group before = groupOf(item);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (entry && (!token || *token == item.plan->token)) {
        const auto safety
            = release::assessSafety(*entry, item.plan->token, item.check, now, item.said);
        if (safety == item.safety)
            return;
        item.safety = safety;
        if (before == Group::Ended && !item.isProven())
            item.isTicked = m_isConfirmed;
        if (before == Group::MayLive && item.isProven())
            setProven(item);
    } else {
        item.state
            = entry ? tr("the holder changed: left alone") : tr("gone: there is nothing to free");
        item.plan.reset();
        item.isTicked = false;
    }
    if (groupOf(item) != before)
        group();
    emitItem(at);
}

void BulkModel::setProven(BulkItem& item)
{
    item.isTicked = true;
    if (!item.ifGone)
        return;
    item.plan = std::move(item.ifGone->plan);
    item.deed = item.ifGone->word;
    item.ifGone.reset();
}

void BulkModel::setResult(std::size_t at, const Result<release::Report>& result)
{
    BulkItem& item = m_items[at];
    item.result = result;
    item.state
        = result ? QString::fromStdString(words::reportText(*result)) : errorText(result.error());
    emitItem(at);
}

void BulkModel::setState(std::size_t item, const QString& state)
{
    m_items[item].state = state;
    emitItem(item);
}

void BulkModel::freeze()
{
    m_isFrozen = true;
    for (std::size_t item = 0; item < m_items.size(); ++item) {
        if (m_items[item].plan && !m_items[item].isTicked)
            setState(item, tr("left alone: not ticked"));
    }
}

void BulkModel::emitItem(std::size_t item)
{
    const int at = rowOf(item);
    const auto heading = std::ranges::find_if(m_rows, [&](const Row& row) {
        return !row.item && row.group == m_rows[static_cast<std::size_t>(at)].group;
    });
    const auto above = static_cast<int>(heading - m_rows.begin());
    Q_EMIT dataChanged(index(above, 0), index(above, kColumnCount - 1));
    Q_EMIT dataChanged(index(at, 0), index(at, kColumnCount - 1));
    Q_EMIT ticksChanged();
}

Qt::ItemFlags BulkModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const auto item = itemAt(index.row());
    Qt::ItemFlags flags = item ? TableModel::flags(index) : Qt::ItemIsEnabled;
    const bool isTickable = item
        ? canBeTicked(m_items[*item])
        : tickOf(m_rows[static_cast<std::size_t>(index.row())].group).has_value();
    if (index.column() == ResourceName && !m_isFrozen && isTickable)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

std::optional<Qt::CheckState> BulkModel::tickOf(Group group) const
{
    std::size_t possible = 0;
    std::size_t ticked = 0;
    for (const BulkItem& item : m_items) {
        if (groupOf(item) != group || !(item.isTicked || canBeTicked(item)))
            continue;
        ++possible;
        ticked += item.isTicked ? 1 : 0;
    }
    if (possible == 0)
        return std::nullopt;
    return ticked == 0 ? Qt::Unchecked : ticked == possible ? Qt::Checked : Qt::PartiallyChecked;
}

bool BulkModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    for (std::size_t at = 0; at < m_items.size(); ++at) {
        const bool isMeant = row.item
            ? at == *row.item
            : groupOf(m_items[at]) == row.group && canBeTicked(m_items[at]);
        if (!isMeant)
            continue;
        m_items[at].isTicked = value.value<Qt::CheckState>() == Qt::Checked;
        emitItem(at);
    }
    return true;
}

QVariant BulkModel::heading(Group group, int role) const
{
    const auto count = std::ranges::count(m_items, group, &groupOf);
    const auto ticked = std::ranges::count_if(
        m_items, [group](const BulkItem& item) { return groupOf(item) == group && item.isTicked; });
    GroupHeader header{.name = group == Group::Ended ? tr("Their holders have surely ended")
            : group == Group::MayLive                ? tr("Their holders may live")
                                                     : tr("Nothing is done to these"),
        .counts = group == Group::LeftAlone ? QString::number(count)
                                            : tr("%1 of %2 ticked").arg(ticked).arg(count),
        .isStale = group == Group::MayLive,
        .isFixed = true};
    header.tick = tickOf(group);
    if (role == GroupRole)
        return QVariant::fromValue(header);
    if (role == Qt::CheckStateRole && header.tick)
        return *header.tick;
    const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    return isText ? tr("%1: %2").arg(header.name, header.counts) : QVariant();
}

QVariant BulkModel::cell(int row, int column, int role) const
{
    const auto at = itemAt(row);
    if (!at)
        return heading(m_rows[static_cast<std::size_t>(row)].group, role);
    const BulkItem& item = m_items[*at];
    // A box that can't be ticked is none.
    if (column == ResourceName && role == Qt::CheckStateRole)
        return item.isTicked    ? QVariant(Qt::Checked)
            : canBeTicked(item) ? QVariant(Qt::Unchecked)
                                : QVariant();
    if (column == ResourceName && role == Qt::AccessibleTextRole)
        return item.isTicked ? tr("%1, ticked").arg(text(item, column))
                             : tr("%1, not ticked").arg(text(item, column));
    if (column == ResourceName && role == Qt::ToolTipRole)
        return toolTipText(tr("%1\ntoken %2").arg(text(item, column), tokenText(*item.entry)));
    return textCell(role, {}, [&] { return text(item, column); });
}

QList<TableColumn> BulkModel::columns() const
{
    return {
        {"resource", tr("Resource"), 180},
        {"holder", tr("Holder"), 170, TableColumn::Narrow},
        {"safe", tr("Safe to free?"), 260, TableColumn::Wrapped},
        {"deed", tr("What happens"), 150},
    };
}

QString BulkModel::text(const BulkItem& item, int column)
{
    switch (column) {
    case ResourceName:
        return safeText(item.entry->resource.value());
    case Holder:
        return holderText(item.entry->unpackLock());
    case Safe:
        return tr("%1: %2").arg(QString::fromUtf8(words::safetyWord(item.safety.safety)),
            QString::fromStdString(words::safetyReason(item.safety, words::Seen::Watched)));
    default:
        return item.state.isEmpty() ? item.deed : item.state;
    }
}

} // namespace lockkeeper::ui
