// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/waits_model.h"

#include "ui/models/base/roles.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

QString circleText(const observe::Deadlock& deadlock)
{
    QStringList names;
    for (const observe::Deadlock::Link& link : deadlock.links)
        names << nameText(link.resource.value());
    names << names.front();
    return names.join(QStringView(u" \u203a "));
}

void addDeadlock(WaitingRow& row, const observe::Waits& waits)
{
    const observe::Deadlock* const deadlock = waits.deadlockOf(row.process.resource);
    if (deadlock == nullptr)
        return;
    row.isInCircle = std::ranges::any_of(deadlock->links,
        [&](const auto& link) { return row.process.isOf(waits.waiters()[link.waiter]); });
    row.circle = circleText(*deadlock);
    row.isCertain = deadlock->isCertain;
}

QString deadlockText(const WaitingRow& row)
{
    if (row.circle.isEmpty())
        return WaitsModel::tr("none");
    if (!row.isInCircle)
        return WaitsModel::tr("behind a deadlock: %1").arg(row.circle);
    return row.isCertain ? WaitsModel::tr("deadlock: %1").arg(row.circle)
                         : WaitsModel::tr("probably a deadlock: %1").arg(row.circle);
}

} // namespace

QByteArray WaitingRow::key() const
{
    const lock::Owner& owner = process.owner;
    return QByteArray::fromStdString(process.resource.value()) + '\0'
        + QByteArray::fromStdString(owner.connectionName() + owner.process + process.library + '\0'
            + process.client + (process.isGone ? "-" : "+"));
}

bool WaitingRow::isSame(const WaitingRow& other) const
{
    return key() == other.key() && process.threads == other.process.threads
        && process.threadNames == other.process.threadNames
        && process.clients == other.process.clients && process.since == other.process.since
        && process.held == other.process.held && process.isHeldKnown == other.process.isHeldKnown
        && circle == other.circle && isInCircle == other.isInCircle && isCertain == other.isCertain;
}

WaitsModel::WaitsModel(const Clock& clock, HolderText holderOf, QObject* parent)
    : KeyedTableModel(parent)
    , m_clock(clock)
    , m_holderOf(std::move(holderOf))
{ }

void WaitsModel::setWaits(const observe::WaitsPtr& shared)
{
    // Ten updates a second, mostly the same waiters.
    if (std::exchange(m_shown, shared) == shared)
        return;
    const observe::Waits& waits = *shared;
    std::vector<WaitingRow> rows;
    for (words::WaitingProcess& process : words::waitingProcesses(waits)) {
        WaitingRow row{.process = std::move(process)};
        addDeadlock(row, waits);
        rows.push_back(std::move(row));
    }
    m_processes = rows.size();
    std::ranges::stable_sort(rows, {}, [](const WaitingRow& row) {
        return row.isInCircle ? 0 : row.circle.isEmpty() ? 2 : 1;
    });
    rows.resize(std::min(rows.size(), kMostRows));
    syncRows(std::move(rows));
}

QVariant WaitsModel::cell(int row, int column, int role) const
{
    const WaitingRow& waiting = rows()[static_cast<std::size_t>(row)];
    if (role == Qt::ToolTipRole && column == Who)
        return toolTipText(QString::fromStdString(words::waitingText(waiting.process)));
    return textCell(role, waiting.key(), [&] { return text(waiting, column); });
}

QList<TableColumn> WaitsModel::columns() const
{
    return {
        {"resource", tr("Waits for"), 170, TableColumn::Narrow},
        {"who", tr("Who waits", "a column"), 236, TableColumn::Narrow},
        {"known_by", tr("Known by"), 126, TableColumn::Plain, 1},
        {"for", tr("For"), 110, TableColumn::Number},
        {"holds", tr("Holds meanwhile"), 124, TableColumn::Plain, 2},
        {"held_by", tr("Held by"), 190, TableColumn::Narrow},
        {"deadlock", tr("Deadlock"), 90},
    };
}

/// A library's waiters have only a first sighting.
QString WaitsModel::timeText(const words::WaitingProcess& process) const
{
    if (process.clients)
        return tr("not known");
    const QString text = durationText(
        std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.wallNow() - process.since));
    return process.library.empty() ? text : tr("over %1").arg(text);
}

QString WaitsModel::text(const WaitingRow& row, int column) const
{
    const words::WaitingProcess& process = row.process;
    switch (column) {
    case ResourceName:
        return safeText(process.resource.value());
    case Who:
        return QString::fromStdString(words::waitingText(process, words::Ids::Short));
    case KnownBy:
        return QString::fromStdString(words::knowledgeText(process));
    case For:
        return timeText(process);
    case Holds:
        if (!process.isHeldKnown)
            return tr("not known");
        return process.held == 0 ? tr("nothing")
            : process.held == 1  ? tr("1 lock")
                                 : tr("%L1 locks").arg(process.held);
    case HeldBy:
        return m_holderOf(process.resource);
    case Circle:
        return deadlockText(row);
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
