// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/change_json.h"

#include "core/observe/board/failover.h"
#include "core/output/waits_json.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

namespace lockkeeper::ctl {

namespace {

constexpr std::int64_t kNone = 0;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
/// Readings differ by delay and clock drift.
constexpr std::int64_t kTolerance = 1000;

std::int64_t deadline(
    SteadyTime from, const std::optional<std::chrono::milliseconds>& left, bool isEndless)
{
    if (isEndless)
        return kNever;
    if (!left || left->count() == 0)
        return kNone;
    const auto start = std::chrono::floor<std::chrono::milliseconds>(from.time_since_epoch());
    return (start + *left).count();
}

bool isEarlier(std::int64_t before, std::int64_t now)
{
    return before != kNone && now != kNone && now < before - kTolerance;
}

} // namespace

Deadlines::Deadlines(const observe::LockEntry& entry)
{
    const observe::Judgement judgement = entry.countVotes();
    m_lock = deadline(entry.asOf, judgement.remaining, judgement.neverExpires);
    for (std::size_t i = 0; i < entry.votes.size(); ++i) {
        const observe::Votes::Cell vote = entry.votes.cell(i);
        const bool isHeld = vote.state == observe::VoteState::Held;
        m_votes.push_back(deadline(vote.readAt, vote.ttl, isHeld && !vote.ttl));
    }
}

bool Deadlines::areMoved(const Deadlines& now) const
{
    if (isEarlier(m_lock, now.m_lock) || isEarlier(now.m_lock, m_lock))
        return true;
    for (std::size_t i = 0; i < std::min(m_votes.size(), now.m_votes.size()); ++i) {
        if (isEarlier(m_votes[i], now.m_votes[i]))
            return true;
        if (now.m_lock == kNone && isEarlier(now.m_votes[i], m_votes[i]))
            return true;
    }
    return false;
}

using output::JsonWriter;
using output::OutputTime;

bool ChangeJson::write(JsonWriter& out, const observe::BoardUpdate& update,
    const OutputTime& present, const IsStopped& isStopped)
{
    out.field("time_unix_ms", present.unixTime(update.asOf));
    const bool isNewsOfLocks = writeLocks(out, update, present, isStopped);
    const bool isNewsOfMasters = writeMasters(out, update.masters);
    const bool isNewsOfWaits = std::exchange(m_waits, update.waits) != update.waits;
    if (isNewsOfWaits)
        output::writeWaits(out, *update.waits);
    return isNewsOfLocks || isNewsOfMasters || isNewsOfWaits;
}

bool ChangeJson::writeLocks(JsonWriter& out, const observe::BoardUpdate& update,
    const OutputTime& present, const IsStopped& isStopped)
{
    constexpr std::size_t kUnchecked = 1000;
    std::size_t count = 0;
    bool isNews = !update.gone.empty();
    out.key("changed").openArray();
    for (const observe::LockEntryPtr& entry : update.changed) {
        if (++count % kUnchecked == 0 && isStopped && isStopped())
            break;
        Written& written = m_written[entry->resource];
        Deadlines deadlines(*entry);
        if (written.revision == entry->revision && !written.deadlines.areMoved(deadlines))
            continue;
        written = {entry->revision, std::move(deadlines)};
        isNews = true;
        output::writeLock(out, *entry, present);
    }
    out.closeArray();
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    out.list("gone", update.gone, [&](const Resource& resource) {
        m_written.erase(resource);
        out.openObject();
        output::writeResource(out, resource);
        out.field("lost", lost.contains(resource));
        out.closeObject();
    });
    return isNews;
}

bool ChangeJson::writeMasters(JsonWriter& out, const std::vector<observe::MasterStatus>& masters)
{
    std::vector<MasterNews> news;
    out.list("masters", masters, [&](const observe::MasterStatus& master) {
        output::writeMaster(out, master);
        news.push_back({master.link.state, master.link.error, master.isSweepComplete,
            master.sweepError, master.isPushed, master.pushError, master.unreadKeys,
            master.readError, master.sessionsError, observe::failoverCount(master),
            master.link.restartedAt, master.loss});
    });
    return std::exchange(m_news, news) != news;
}

} // namespace lockkeeper::ctl
