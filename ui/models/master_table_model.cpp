// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/master_table_model.h"

#include "core/observe/board/failover.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {
namespace {

bool isSameLink(const redis::LinkStatus& a, const redis::LinkStatus& b)
{
    return a.state == b.state && a.latency == b.latency && a.role == b.role
        && a.lastReply == b.lastReply && a.error == b.error && a.address == b.address
        && a.restartedAt == b.restartedAt && a.forgotAt == b.forgotAt
        && a.move.has_value() == b.move.has_value() && (!a.move || a.move->count == b.move->count);
}

QString placeText(const observe::MasterStatus& master)
{
    const std::string place = observe::currentAddress(master);
    return place.empty()
        ? safeText(master.url)
        : MasterTableModel::tr("%1, now %2").arg(safeText(master.url), safeText(place));
}

QString sweepText(const observe::MasterStatus& master)
{
    if (master.isSweepComplete)
        return MasterTableModel::tr("complete");
    return master.sweepError ? MasterTableModel::tr("failed")
                             : MasterTableModel::tr("not complete");
}

QString shortcomingText(const observe::MasterStatus& master)
{
    if (master.unreadKeys != 0)
        return errorText(words::unreadKeysError(master));
    const bool isRefused = master.pushError && isForbidden(master.pushError->kind);
    return isRefused ? errorText({master.pushError->kind, master.pushError->text, {}}) : QString();
}

QString troubleText(const observe::MasterStatus& master)
{
    const auto& error = master.trouble();
    return error ? errorText({error->kind, error->text, {}}) : shortcomingText(master);
}

QString failoverText(const observe::MasterStatus& master, SteadyTime now)
{
    const auto failover = observe::recentFailover(master, now);
    return failover ? toQt(words::failoverText(*failover)) : QString();
}

QString restartText(const observe::MasterStatus& master, SteadyTime now)
{
    const auto age = observe::recentRestart(master, now);
    return age ? toQt(words::restartText(*age)) : QString();
}

QString quarantineText(const observe::MasterStatus& master, SteadyTime now)
{
    const auto left = observe::quarantineLeft(master, now);
    return left ? toQt(words::quarantineText(*left)) : QString();
}

QString lossText(const observe::MasterStatus& master, SteadyTime now)
{
    const auto loss = observe::recentLoss(master, now);
    return loss ? toQt(words::lossText(*loss, now)) : QString();
}

bool isOld(const observe::MasterStatus& master)
{
    switch (master.link.state) {
    case redis::LinkState::Up:
    case redis::LinkState::Refused:
        return false;
    case redis::LinkState::Connecting:
    case redis::LinkState::Silent:
    case redis::LinkState::Down:
        break;
    }
    return master.link.lastReply.has_value();
}

bool isOwnWord(int column)
{
    using Column = MasterTableModel::Column;
    return column == Column::Server || column == Column::ServerRole || column == Column::Latency
        || column == Column::Sweep || column == Column::Health;
}

SteadyTime factsReadAt(const observe::MasterStatus& master)
{
    const SteadyTime read = master.facts ? master.facts->readAt : SteadyTime{};
    return read == SteadyTime{} ? master.link.lastReply.value_or(read) : read;
}

QString sinceText(WallTime since, WallTime now)
{
    const bool isRecent = now - since < std::chrono::hours(12);
    return utcTime(since).toString(isRecent ? u"HH:mm:ss"_s : u"yyyy-MM-dd HH:mm"_s) + u" UTC"_s;
}

QString noteText(const observe::MasterStatus& master, SteadyTime now)
{
    QStringList notes{troubleText(master), failoverText(master, now), restartText(master, now),
        lossText(master, now), quarantineText(master, now)};
    notes.removeAll(QString());
    return clausesText(notes);
}

} // namespace

bool operator==(const MasterRow& a, const MasterRow& b)
{
    return a.isUnknown == b.isUnknown && a.status.id == b.status.id && a.status.url == b.status.url
        && a.status.isSweepComplete == b.status.isSweepComplete
        && a.status.sweepError == b.status.sweepError && a.status.readError == b.status.readError
        && a.status.unreadKeys == b.status.unreadKeys && a.status.group == b.status.group
        && a.status.loss == b.status.loss && a.status.facts == b.status.facts
        && a.status.quarantinedUntil == b.status.quarantinedUntil
        && a.status.pushError == b.status.pushError && isSameLink(a.status.link, b.status.link);
}

MasterTableModel::MasterTableModel(const Clock& clock, QObject* parent)
    : KeyedTableModel(parent)
    , m_clock(clock)
{ }

void MasterTableModel::apply(const observe::BoardUpdate& update)
{
    std::vector<MasterRow> rows;
    for (const observe::MasterStatus& master : update.masters)
        rows.push_back({master, update.agentLoss.has_value()});
    syncRows(std::move(rows));
    noteDown(update);
}

/// Reconnecting masters stay down until they answer.
void MasterTableModel::noteDown(const observe::BoardUpdate& update)
{
    if (update.agentLoss)
        return m_down.clear();
    for (const observe::MasterStatus& master : update.masters) {
        if (master.link.isUp())
            m_down.erase(master.id);
        if (!master.link.isDown() || m_down.contains(master.id))
            continue;
        const auto& heard = master.link.lastReply;
        m_down[master.id] = heard ? std::optional(m_clock.wallNow()
                                - duration_cast<WallTime::duration>(m_clock.now() - *heard))
                                  : std::nullopt;
    }
}

QString MasterTableModel::downText() const
{
    constexpr qsizetype kNamed = 3;
    QStringList names;
    for (const MasterRow& row : rows()) {
        const auto down = m_down.find(row.key());
        if (down == m_down.end())
            continue;
        const QString name = safeText(row.key().value());
        names << (down->second
                ? tr("%1 since %2").arg(name, sinceText(*down->second, m_clock.wallNow()))
                : tr("%1 since this window opened").arg(name));
    }
    if (names.isEmpty())
        return {};
    const qsizetype more = names.size() - kNamed;
    if (more > 0)
        names = names.mid(0, kNamed) << moreText(more);
    return tr("Without a vote: %1").arg(listText(names));
}

QString MasterTableModel::downReason() const
{
    std::set<QString> reasons;
    for (const MasterRow& row : rows()) {
        const auto& error = row.status.link.error;
        if (m_down.contains(row.key()))
            reasons.insert(error ? errorText({error->kind, error->text, {}}) : QString());
    }
    return reasons.size() == 1 ? *reasons.begin() : QString();
}

void MasterTableModel::tick()
{
    emitColumnChanged(State);
    emitColumnChanged(LastReply);
    emitColumnChanged(Notes);
}

int MasterTableModel::upCount() const
{
    return static_cast<int>(std::count_if(
        rows().begin(), rows().end(), [](const MasterRow& row) { return row.status.link.isUp(); }));
}

bool MasterTableModel::isUp(const MasterId& master) const
{
    const auto found = std::ranges::find(rows(), master, &MasterRow::key);
    return found == rows().end() || found->status.isReadable();
}

std::vector<words::MasterFact> MasterTableModel::facts(int row) const
{
    return factsOf(rows()[static_cast<std::size_t>(row)].status);
}

std::vector<words::MasterFact> MasterTableModel::factsOf(const observe::MasterStatus& master) const
{
    std::vector<observe::MasterStatus> all;
    for (const MasterRow& row : rows())
        all.push_back(row.status);
    return words::factsOf(master, m_clock.now(), all);
}

QString MasterTableModel::factsAge(int row) const
{
    const observe::MasterStatus& master = rows()[static_cast<std::size_t>(row)].status;
    return isOld(master) ? ageText(factsReadAt(master)) : QString();
}

QVariant MasterTableModel::cell(int row, int column, int role) const
{
    const MasterRow& shown = rows()[static_cast<std::size_t>(row)];
    const observe::MasterStatus& master = shown.status;
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, column);
    case Qt::AccessibleTextRole:
        return textWithAge(shown, column);
    case Qt::ToolTipRole:
        return toolTipText(textWithAge(shown, column));
    case Qt::ForegroundRole:
        return isOld(master) && isOwnWord(column) ? oldTextBrush() : QVariant();
    case IsOldRole:
        return isOld(master) && isOwnWord(column);
    case SortRole:
        return sortValue(shown, column);
    case IdentityRole:
        return QByteArray::fromStdString(master.id.value());
    default:
        return {};
    }
}

QList<TableColumn> MasterTableModel::columns() const
{
    return {
        {"master", tr("Master"), 64},
        {"url", tr("URL"), 210, TableColumn::Narrow},
        {"state", tr("State"), 120, TableColumn::Narrow},
        {"server", tr("Server"), 110, TableColumn::Narrow, 4},
        {"role", tr("Role"), 84},
        {"latency", tr("Latency"), 74, TableColumn::Number, 3},
        {"last_reply", tr("Last reply"), 92, TableColumn::Number, 2},
        {"sweep", tr("Sweep"), 106, TableColumn::Narrow, 1},
        {"health", tr("Health"), 164, TableColumn::Narrow},
        {"notes", tr("Notes")},
    };
}

QString MasterTableModel::text(const MasterRow& row, int column) const
{
    const observe::MasterStatus& master = row.status;
    const redis::LinkStatus& link = master.link;
    switch (column) {
    case Id:
        return safeText(master.id.value());
    case Url:
        return placeText(master);
    case State:
        return row.isUnknown   ? tr("not known", "the state of a master")
            : master.isBlind() ? tr("up, not read")
                               : toQt(words::shortLinkStateText(link, m_clock.now()));
    case Server:
        return toQt(words::productText(master));
    case ServerRole:
        return toQt(words::roleText(link.role));
    case Latency:
        return link.latency ? toQt(words::latencyText(*link.latency)) : QString();
    case LastReply:
        return link.lastReply
            ? toQt(words::agoText(duration_cast<milliseconds>(m_clock.now() - *link.lastReply)))
            : tr("none yet");
    case Sweep:
        return sweepText(master);
    case Health:
        return toQt(words::factsSummary(factsOf(master)));
    case Notes:
        return noteText(master, m_clock.now());
    default:
        return {};
    }
}

QString MasterTableModel::ageText(SteadyTime at) const
{
    return tr("as of %1")
        .arg(toQt(words::agoText(duration_cast<milliseconds>(m_clock.now() - at))));
}

QString MasterTableModel::textWithAge(const MasterRow& row, int column) const
{
    const observe::MasterStatus& master = row.status;
    const QString told = text(row, column);
    if (told.isEmpty() || !isOwnWord(column) || !isOld(master))
        return told;
    return tr("%1, %2", "what a silent master said last, as of when")
        .arg(told,
            ageText(column == Health || column == Server ? factsReadAt(master)
                                                         : *master.link.lastReply));
}

QVariant MasterTableModel::sortValue(const MasterRow& row, int column) const
{
    const observe::MasterStatus& master = row.status;
    switch (column) {
    case State:
        return static_cast<int>(master.link.state);
    case Latency:
        return static_cast<qint64>(
            master.link.latency.value_or(std::chrono::microseconds::max()).count());
    case LastReply:
        return -static_cast<qint64>(
            master.link.lastReply.value_or(SteadyTime{}).time_since_epoch() / milliseconds(1));
    default:
        return text(row, column);
    }
}

} // namespace lockkeeper::ui
