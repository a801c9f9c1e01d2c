// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/release_story.h"

#include "core/observe/formats/tombstone.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <algorithm>

using std::chrono::milliseconds;

namespace lockkeeper::ui {
namespace {

QString clockText(WallTime time)
{
    return endTimeText(time, milliseconds(0));
}

} // namespace

std::optional<BriefHold> briefHold(const std::vector<observe::HoldChange>& changes,
    const Resource& resource, const Fingerprint& freed)
{
    std::optional<BriefHold> found;
    bool isOver = false;
    for (const observe::HoldChange& change : changes) {
        if (change.resource != resource)
            continue;
        if (change.token == freed) { // earlier ones were another's
            found.reset();
            isOver = false;
        } else if (!found && change.token) {
            found = BriefHold{*change.token, change.at, change.at};
        } else if (found && !isOver && change.token != found->token) {
            found->to = change.at;
            isOver = true;
        }
    }
    return isOver ? found : std::nullopt;
}

QString briefHoldText(const BriefHold& hold, SteadyTime freedAt)
{
    const auto between = [](SteadyTime from, SteadyTime to) {
        return durationText(
            std::max(std::chrono::duration_cast<milliseconds>(to - from), milliseconds(0)));
    };
    return Words::tr("taken after %1 by token %2, and given up after %3")
        .arg(between(freedAt, hold.from), toQt(hold.token.shortHex()), between(hold.from, hold.to));
}

ReleaseStory::ReleaseStory(const release::Plan& plan, SteadyTime now, WallTime wallNow)
    : m_resource(plan.resource)
    , m_freed(plan.token)
    , m_isRevoked(plan.action == release::Action::Revoke)
    , m_doneSince(now)
    , m_freeSince(now)
    , m_doneAt(wallNow)
{ }

bool ReleaseStory::see(const LockRow& row, SteadyTime now, WallTime wallNow)
{
    if (row.entry->resource != m_resource || isOver())
        return false;
    if (row.isGone() || row.judgement.verdict == observe::Verdict::Free) {
        m_isFreeSeen = true;
        m_freeSince = m_isRevoked && !m_freeAt ? now : m_freeSince;
        return seeFree(wallNow);
    }
    if (row.judgement.verdict != observe::Verdict::Held || isOfBefore(row)
        || row.entry->packedLock.isTombstone())
        return false;
    if (m_next && row.judgement.token != m_next) {
        m_finishedAt = wallNow;
        return true;
    }
    return !m_next && seeHolder(row, now);
}

bool ReleaseStory::seeHolds(const std::vector<observe::HoldChange>& changes, WallTime wallNow)
{
    if (m_next)
        return false;
    m_brief = briefHold(changes, m_resource, m_freed);
    if (!m_brief)
        return false;
    m_next = m_brief->token;
    m_finishedAt = wallNow;
    return true;
}

/// Old readings prove nothing: some programs always store the same value.
bool ReleaseStory::isOfBefore(const LockRow& row) const
{
    return row.judgement.token == m_freed && !m_isFreeSeen && row.entry->firstSeen <= m_doneSince;
}

bool ReleaseStory::seeFree(WallTime wallNow)
{
    if (m_next) {
        m_finishedAt = wallNow;
        return true;
    }
    if (!m_isRevoked || m_freeAt)
        return false;
    m_freeAt = wallNow;
    return true;
}

bool ReleaseStory::seeHolder(const LockRow& row, SteadyTime now)
{
    m_isFreeSeen = true;
    m_next = row.judgement.token;
    observe::DecodedLock lock = row.entry->unpackLock();
    lock.waiting = {}; // it counts other waiters; the holder may be one of them
    m_holder = holderText(lock);
    const SteadyTime taken = std::min(row.entry->firstSeen, now);
    m_delay
        = std::max(std::chrono::duration_cast<milliseconds>(taken - m_freeSince), milliseconds(0));
    return true;
}

QString ReleaseStory::text() const
{
    QStringList parts{
        (m_isRevoked ? Words::tr("revoked %1") : Words::tr("freed %1")).arg(clockText(m_doneAt))};
    if (m_freeAt)
        parts << Words::tr("free %1").arg(clockText(*m_freeAt));
    if (m_brief)
        parts << briefHoldText(*m_brief, m_freeSince);
    else if (m_next)
        parts << Words::tr("%1 after %2").arg(m_holder, durationText(m_delay));
    else if (!m_isRevoked || m_freeAt)
        parts << Words::tr("nobody has it yet");
    if (m_finishedAt && !m_brief)
        parts << Words::tr("finished %1").arg(clockText(*m_finishedAt));
    return namedText(safeText(m_resource), partsText(parts));
}

QString storiesText(const std::vector<ReleaseStory>& stories)
{
    if (stories.size() == 1)
        return stories.front().text();
    const auto revoked = std::ranges::count_if(stories, &ReleaseStory::isRevoked);
    const auto taken = std::ranges::count_if(stories, &ReleaseStory::isTaken);
    const auto all = static_cast<std::ptrdiff_t>(stories.size());
    const QString what = revoked == 0 ? Words::tr("%L1 locks freed")
        : revoked == all              ? Words::tr("%L1 locks revoked")
                                      : Words::tr("%L1 locks freed or revoked");
    const QString has = taken == 1 ? Words::tr("1 has its next holder")
                                   : Words::tr("%L1 have their next holders").arg(taken);
    const QString rest = taken == 0 ? Words::tr("nobody has them yet")
        : taken == all              ? has
                                    : Words::tr("%1, %L2 nobody has yet").arg(has).arg(all - taken);
    return Words::tr("%1: %2").arg(what.arg(all), rest);
}

QStringList storyLines(const std::vector<ReleaseStory>& stories, int most)
{
    QStringList lines;
    for (const bool isTaken : {true, false}) {
        for (const ReleaseStory& story : stories) {
            if (story.isTaken() == isTaken && lines.size() < most)
                lines << story.text();
        }
    }
    if (const auto rest = static_cast<qsizetype>(stories.size()) - lines.size(); rest > 0)
        lines << Words::tr("%1: the journal tells of them").arg(moreText(rest));
    return lines;
}

} // namespace lockkeeper::ui
