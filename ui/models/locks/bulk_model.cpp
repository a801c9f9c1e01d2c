// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/bulk_model.h"

#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {

BulkModel::BulkModel(std::vector<BulkItem> items, QObject* parent)
    : TableModel(parent)
    , m_items(std::move(items))
{
    for (BulkItem& item : m_items)
        item.isTicked = item.plan && item.isProven();
}

bool BulkModel::canBeTicked(const BulkItem& item)
{
    return item.plan && !item.result && (item.isProven() || item.isNamed);
}

std::vector<std::size_t> BulkModel::tickedRows() const
{
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < m_items.size(); ++row) {
        if (m_items[row].isTicked)
            rows.push_back(row);
    }
    return rows;
}

bool BulkModel::tickNamed(const QString& name)
{
    for (std::size_t row = 0; row < m_items.size() && !m_isFrozen; ++row) {
        BulkItem& item = m_items[row];
        if (!item.plan || item.isTicked || !isNameOf(name, item.entry->resource.value()))
            continue;
        item.isNamed = true;
        item.isTicked = true;
        emitRow(row);
        return true;
    }
    return false;
}

void BulkModel::setCheck(std::size_t row, const release::ProcessCheck& check)
{
    // An end is final, so its first check counts: a renewal that was seen after it refutes it.
    if (!m_isFrozen && !m_items[row].isProven())
        m_items[row].check = check;
}

void BulkModel::setEntry(std::size_t row, const observe::LockEntryPtr& entry, SteadyTime now)
{
    BulkItem& item = m_items[row];
    if (m_isFrozen || !item.plan)
        return;
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    if (entry && (!token || *token == item.plan->token)) {
        const auto safety = release::assessSafety(*entry, item.plan->token, item.check, now);
        const bool isRefuted = item.isProven() && safety.safety != item.safety.safety;
        if (safety == item.safety)
            return;
        item.safety = safety;
        item.isTicked = isRefuted ? item.isNamed : item.isTicked;
    } else {
        item.state
            = entry ? tr("the holder changed: left alone") : tr("gone: there is nothing to free");
        item.plan.reset();
        item.isTicked = false;
    }
    emitRow(row);
}

void BulkModel::setResult(std::size_t row, const Result<release::Report>& result)
{
    BulkItem& item = m_items[row];
    item.result = result;
    item.state
        = result ? QString::fromStdString(words::reportText(*result)) : errorText(result.error());
    emitRow(row);
}

void BulkModel::setState(std::size_t row, const QString& state)
{
    m_items[row].state = state;
    emitRow(row);
}

void BulkModel::emitRow(std::size_t row)
{
    const int at = static_cast<int>(row);
    Q_EMIT dataChanged(index(at, 0), index(at, kColumnCount - 1));
    Q_EMIT ticksChanged();
}

Qt::ItemFlags BulkModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = TableModel::flags(index);
    if (!index.isValid())
        return flags;
    const BulkItem& item = m_items[static_cast<std::size_t>(index.row())];
    if (index.column() == ResourceName && !m_isFrozen && canBeTicked(item))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool BulkModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    m_items[static_cast<std::size_t>(index.row())].isTicked
        = value.value<Qt::CheckState>() == Qt::Checked;
    emitRow(static_cast<std::size_t>(index.row()));
    return true;
}

QVariant BulkModel::cell(int row, int column, int role) const
{
    const BulkItem& item = m_items[static_cast<std::size_t>(row)];
    if (column == ResourceName && role == Qt::CheckStateRole)
        return item.isTicked ? Qt::Checked : Qt::Unchecked;
    if (column == ResourceName && role == Qt::AccessibleTextRole)
        return item.isTicked ? tr("%1, ticked").arg(text(item, column))
                             : tr("%1, not ticked").arg(text(item, column));
    return textCell(role, {}, [&] { return text(item, column); });
}

QList<TableColumn> BulkModel::columns() const
{
    return {
        {"resource", tr("Resource"), 150},
        {"token", tr("Token"), 82},
        {"holder", tr("Holder"), 150, TableColumn::Narrow},
        {"safe", tr("Safe to free?"), 220, TableColumn::Narrow},
        {"deed", tr("What is done"), 96},
        {"result", tr("Result")},
    };
}

QString BulkModel::text(const BulkItem& item, int column)
{
    switch (column) {
    case ResourceName:
        return safeText(item.entry->resource.value());
    case Token:
        return tokenText(*item.entry);
    case Holder:
        return holderText(item.entry->unpackLock());
    case Safe:
        return tr("%1: %2").arg(QString::fromUtf8(words::safetyWord(item.safety.safety)),
            QString::fromStdString(words::safetyReason(item.safety, words::Seen::Watched)));
    case Deed:
        if (!item.plan)
            return tr("nothing");
        return item.plan->action == release::Action::Revoke ? tr("revoke") : tr("release");
    default:
        return item.state;
    }
}

} // namespace lockkeeper::ui
