// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/change_json.h"

#include "core/observe/board/failover.h"
#include "core/output/waits_json.h"

#include <unordered_set>
#include <utility>

namespace lockkeeper::ctl {

using output::JsonWriter;
using output::OutputTime;

bool ChangeJson::write(JsonWriter& out, const observe::BoardUpdate& update,
    const OutputTime& present, const IsStopped& isStopped)
{
    out.field("time_unix_ms", present.unixTime(update.asOf));
    const bool isNewsOfLocks = writeLocks(out, update, present, isStopped);
    const bool isNewsOfMasters = writeMasters(out, update.masters);
    output::writeWaits(out, *update.waits);
    const bool isNewsOfWaits = std::exchange(m_waits, update.waits) != update.waits;
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
    out.key("gone").openArray();
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    for (const Resource& resource : update.gone) {
        m_written.erase(resource);
        out.openObject();
        output::writeResource(out, resource);
        out.field("lost", lost.contains(resource));
        out.closeObject();
    }
    out.closeArray();
    return isNews;
}

bool ChangeJson::writeMasters(JsonWriter& out, const std::vector<observe::MasterStatus>& masters)
{
    std::vector<MasterNews> news;
    out.key("masters").openArray();
    for (const observe::MasterStatus& master : masters) {
        output::writeMaster(out, master);
        news.push_back(
            {master.link.state, master.link.error, master.isSweepComplete, master.sweepError,
                master.isPushed, master.pushError, master.unreadKeys, master.readError,
                observe::failoverCount(master), master.link.restartedAt, master.loss});
    }
    out.closeArray();
    return std::exchange(m_news, news) != news;
}

} // namespace lockkeeper::ctl
