// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/bulk_model.h"

#include "core/text/list_text.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <absl/strings/ascii.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::ui {
namespace {

bool hasAll(const std::vector<std::string>& clauses, const std::vector<std::string>& wanted)
{
    return std::ranges::all_of(wanted, [&clauses](const std::string& clause) {
        return std::ranges::find(clauses, clause) != clauses.end();
    });
}

} // namespace

BulkModel::BulkModel(std::vector<BulkItem> items, QObject* parent)
    : TableModel(parent)
    , m_items(std::move(items))
{
    for (BulkItem& item : m_items)
        item.isTicked = groupOf(item) == Group::Ended;
    group();
}

QString deedWord(release::Action action)
{
    return action == release::Action::Revoke ? BulkModel::tr("revoke", "what happens to a lock")
                                             : BulkModel::tr("release", "what happens to a lock");
}

BulkModel::Group BulkModel::groupOf(const BulkItem& item)
{
    if (!item.token)
        return Group::LeftAlone;
    if (item.isProven())
        return Group::Ended;
    if (!item.mayLive())
        return Group::ProcessOver;
    return item.safety.safety == release::Safety::Alive ? Group::Living : Group::MayLive;
}

/// A living holder's lock is ticked only by hand, or by a reviewer.
bool BulkModel::isTickedBySentence(const BulkItem& item) const
{
    const bool isReviewed = item.expiries.has_value();
    return m_isConfirmed && item.token && !item.isProven() && !item.isLeftAloneIfLiving
        && (isReviewed || groupOf(item) != Group::Living);
}

void BulkModel::group()
{
    beginResetModel();
    m_rows.clear();
    m_rowOf.assign(m_items.size(), -1);
    for (const Group group :
        {Group::Living, Group::Ended, Group::ProcessOver, Group::MayLive, Group::LeftAlone}) {
        const std::size_t heading = m_rows.size();
        for (std::size_t item = 0; item < m_items.size(); ++item) {
            if (groupOf(m_items[item]) == group)
                m_rows.push_back({group, item});
        }
        if (m_rows.size() > heading)
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(heading), {group, {}});
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].item)
            m_rowOf[*m_rows[row].item] = static_cast<int>(row);
    }
    findCommon();
    endResetModel();
}

/// Omits clauses with numbers, which come and go.
void BulkModel::findCommon()
{
    m_common.clear();
    for (const Group group : {Group::Living, Group::Ended, Group::ProcessOver, Group::MayLive}) {
        std::size_t items = 0;
        std::map<std::string, std::size_t> counts;
        std::vector<std::string> common;
        for (const BulkItem& item : m_items) {
            if (groupOf(item) != group)
                continue;
            ++items;
            for (std::string& clause : words::safetyClauses(item.safety, words::Seen::Watched)) {
                if (!std::ranges::any_of(clause, absl::ascii_isdigit) && ++counts[clause] == 1)
                    common.push_back(std::move(clause));
            }
        }
        std::erase_if(
            common, [&](const std::string& clause) { return 2 * counts[clause] <= items; });
        if (items > 1 && !common.empty())
            m_common.emplace(group, std::move(common));
    }
}

int BulkModel::rowOf(std::size_t item) const
{
    return m_rowOf[item];
}

std::optional<std::size_t> BulkModel::itemAt(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_rows.size() ? m_rows[at].item : std::nullopt;
}

bool BulkModel::canBeTicked(const BulkItem& item) const
{
    return item.token && !item.outcome && (item.isProven() || m_isConfirmed);
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
    return static_cast<std::size_t>(std::ranges::count_if(
        m_items, [](const BulkItem& item) { return item.token.has_value(); }));
}

std::size_t BulkModel::provenCount() const
{
    return static_cast<std::size_t>(std::ranges::count(m_items, Group::Ended, &groupOf));
}

void BulkModel::setConfirmed(bool isConfirmed)
{
    if (m_isFrozen || std::exchange(m_isConfirmed, isConfirmed) == isConfirmed)
        return;
    for (BulkItem& item : m_items) {
        if (item.token && !item.isProven())
            item.isTicked = isTickedBySentence(item);
    }
    emitAll();
}

void BulkModel::setCheck(std::size_t item, const release::ProcessCheck& check)
{
    // The first proof counts; only a renewal refutes it.
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
    if (m_isFrozen || !item.token)
        return;
    const Group before = groupOf(item);
    const auto token = entry ? leadingToken(entry->votes) : std::nullopt;
    item.entry = entry;
    if (entry && (!token || *token == *item.token)) {
        const auto safety = release::assessSafety(*entry, *item.token, item.check, now, item.said);
        const bool isAnother = safety.safety != release::Safety::SafeToFree
            && release::isSetAnew(item.seen, *item.token, entry->votes);
        if (safety == item.safety && !isAnother)
            return;
        item.safety = safety;
        if (isAnother)
            leaveAlone(
                item, tr("renewed, or taken by the next holder, with the same value: left alone"));
        else if (before != groupOf(item))
            item.isTicked = item.isProven() || isTickedBySentence(item);
    } else {
        leaveAlone(item,
            entry ? tr("the holder changed: left alone") : tr("gone: there is nothing to free"));
    }
    m_isRegrouped = m_isRegrouped || groupOf(item) != before;
    m_hasChanged = true;
}

void BulkModel::leaveAlone(BulkItem& item, const QString& why)
{
    item.state = why;
    item.token.reset();
    item.isTicked = false;
}

void BulkModel::showChanges()
{
    if (std::exchange(m_isRegrouped, false))
        group();
    if (!std::exchange(m_hasChanged, false))
        return;
    findCommon();
    emitAll();
}

void BulkModel::setDeed(std::size_t at, release::Action action, const QString& deed)
{
    BulkItem& item = m_items[at];
    if (m_isFrozen || !item.token)
        return;
    item.action = action;
    item.deed = deed;
    emitAll();
}

void BulkModel::setDeedText(std::size_t item, const QString& deed)
{
    if (m_isFrozen || m_items[item].deed == deed)
        return;
    m_items[item].deed = deed;
    m_hasChanged = true;
}

void BulkModel::setOutcome(std::size_t item, const release::AppliedLock& outcome)
{
    m_items[item].outcome = outcome;
    setState(item, toQt(words::appliedText(outcome)));
}

void BulkModel::setState(std::size_t item, const QString& state)
{
    m_items[item].state = state;
    const int row = rowOf(item);
    Q_EMIT dataChanged(index(row, 0), index(row, numColumns() - 1));
}

void BulkModel::freeze()
{
    m_isFrozen = true;
    for (BulkItem& item : m_items) {
        if (item.isTicked)
            item.state = tr("waits for its turn");
        else if (item.token)
            item.state = tr("left alone: not ticked");
    }
    emitAll();
}

void BulkModel::emitAll()
{
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(numRows() - 1, numColumns() - 1));
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
    }
    emitAll();
    return true;
}

QVariant BulkModel::heading(Group group, int role) const
{
    const auto count = std::ranges::count(m_items, group, &groupOf);
    const auto ticked = std::ranges::count_if(
        m_items, [group](const BulkItem& item) { return groupOf(item) == group && item.isTicked; });
    GroupHeader header{.name = group == Group::Ended ? tr("Their holders have surely ended")
            : group == Group::Living                 ? tr("Their holders live: tick each by hand")
            : group == Group::ProcessOver
            ? tr("Their processes have ended, what these started may work on")
            : group == Group::MayLive ? tr("Their holders may live")
                                      : tr("Nothing is done to these"),
        .counts = group == Group::LeftAlone ? QString::number(count)
                                            : tr("%L1 of %L2 ticked").arg(ticked).arg(count),
        .isStale = group != Group::Ended && group != Group::LeftAlone,
        .isFixed = true};
    if (const auto common = m_common.find(group); common != m_common.end()) {
        const bool isOfAll = std::ranges::all_of(m_items, [&](const BulkItem& item) {
            return groupOf(item) != group
                || hasAll(words::safetyClauses(item.safety, words::Seen::Watched), common->second);
        });
        const QString text = toQt(lockkeeper::clausesText(common->second));
        header.detail = isOfAll ? text : tr("most: %1").arg(text);
    }
    header.tick = tickOf(group);
    if (role == GroupRole)
        return QVariant::fromValue(header);
    if (role == Qt::CheckStateRole && header.tick)
        return *header.tick;
    if (role == Qt::ToolTipRole && !header.detail.isEmpty())
        return toolTipText(header.detail);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const QString text = tr("%1: %2").arg(header.name, header.counts);
    return header.detail.isEmpty() ? text : clausesText({text, header.detail});
}

QVariant BulkModel::cell(int row, int column, int role) const
{
    const auto at = itemAt(row);
    if (!at)
        return heading(m_rows[static_cast<std::size_t>(row)].group, role);
    const BulkItem& item = m_items[*at];
    if (column == ResourceName && role == Qt::CheckStateRole)
        return item.isTicked    ? QVariant(Qt::Checked)
            : canBeTicked(item) ? QVariant(Qt::Unchecked)
                                : QVariant();
    if (column == ResourceName && role == Qt::AccessibleTextRole)
        return item.isTicked ? tr("%1, ticked").arg(text(item, column))
                             : tr("%1, not ticked").arg(text(item, column));
    if (column == ResourceName && role == Qt::ToolTipRole)
        return item.entry
            ? toolTipText(tr("%1\ntoken %2").arg(text(item, column), tokenText(*item.entry)))
            : QVariant();
    // Rows are read out without headings.
    if (column == Safe && item.entry
        && (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)) {
        const QString whole = toQt(words::safetySentence(item.safety, words::Seen::Watched));
        return role == Qt::ToolTipRole ? toolTipText(whole) : whole;
    }
    return textCell(role, {}, [&] { return text(item, column); });
}

QList<TableColumn> BulkModel::columns() const
{
    return {
        {"resource", tr("Resource"), 160},
        {"holder", tr("Holder"), 190, TableColumn::Narrow},
        {"safe", tr("Safe to free?"), 260, TableColumn::Wrapped},
        {"deed", tr("What happens"), 210},
    };
}

/// What the heading lacks; all if the heading does not fit.
QString BulkModel::safetyText(const BulkItem& item) const
{
    const Group group = groupOf(item);
    if (group == Group::LeftAlone)
        return toQt(words::safetySentence(item.safety, words::Seen::Watched));
    auto clauses = words::safetyClauses(item.safety, words::Seen::Watched);
    if (const auto common = m_common.find(group);
        common != m_common.end() && hasAll(clauses, common->second))
        std::erase_if(
            clauses, [&](const std::string& clause) { return hasAll(common->second, {clause}); });
    return toQt(lockkeeper::clausesText(clauses));
}

QString BulkModel::text(const BulkItem& item, int column) const
{
    switch (column) {
    case ResourceName:
        return safeText(item.resource);
    case Holder:
        return item.holder;
    case Safe:
        return item.entry ? safetyText(item) : QString();
    default:
        return item.state.isEmpty() ? item.deed : item.state;
    }
}

} // namespace lockkeeper::ui
