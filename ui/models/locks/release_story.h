// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/release/plan.h"
#include "ui/models/locks/lock_row.h"

#include <QStringList>

namespace lockkeeper::ui {

/// A hold that may have ended before the lock's row showed it.
struct BriefHold {
    Fingerprint token;
    SteadyTime from{};
    SteadyTime to{};
};
/// The first one after `freed`. `changes`: oldest first.
[[nodiscard]] std::optional<BriefHold> briefHold(const std::vector<observe::HoldChange>& changes,
    const Resource& resource, const Fingerprint& freed);
[[nodiscard]] QString briefHoldText(const BriefHold& hold, SteadyTime freedAt);

/// A freed lock's next holder, and until when. Not thread-safe.
class ReleaseStory {
public:
    /// The plan was executed, and its token lost the quorum.
    ReleaseStory(const release::Plan& plan, SteadyTime now, WallTime wallNow);

    [[nodiscard]] const Resource& resource() const noexcept { return m_resource; }
    /// For each row added, changed or gone. True: the story went on.
    bool see(const LockRow& row, SteadyTime now, WallTime wallNow);
    /// For holders that came and went between rows.
    bool seeHolds(const std::vector<observe::HoldChange>& changes, WallTime wallNow);
    /// The next holder is gone: nothing follows.
    [[nodiscard]] bool isOver() const noexcept { return m_finishedAt.has_value(); }
    [[nodiscard]] bool isTaken() const noexcept { return m_next.has_value(); }
    [[nodiscard]] bool isRevoked() const noexcept { return m_isRevoked; }

    /// "cron:bill: freed 03:02:11, web-4 pid 99 after 0.4 s, finished 03:02:39".
    [[nodiscard]] QString text() const;

private:
    bool seeFree(WallTime wallNow);
    bool seeHolder(const LockRow& row, SteadyTime now);
    [[nodiscard]] bool isOfBefore(const LockRow& row) const;

    Resource m_resource;
    Fingerprint m_freed;
    bool m_isRevoked;
    SteadyTime m_doneSince;
    SteadyTime m_freeSince;
    bool m_isFreeSeen = false; ///< free, or held by another token: m_freed may then be a new holder
    WallTime m_doneAt;
    std::optional<WallTime> m_freeAt; ///< (revoked) when the tombstone vanished
    std::optional<Fingerprint> m_next;
    QString m_holder;
    std::chrono::milliseconds m_delay{0};
    std::optional<BriefHold> m_brief; ///< m_next, if no row has shown it
    std::optional<WallTime> m_finishedAt;
};

[[nodiscard]] QString storiesText(const std::vector<ReleaseStory>& stories);
/// Taken locks first; then the number of others.
[[nodiscard]] QStringList storyLines(const std::vector<ReleaseStory>& stories, int most);

} // namespace lockkeeper::ui
