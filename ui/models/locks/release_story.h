// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "ui/models/locks/lock_row.h"

#include <QStringList>

namespace lockkeeper::ui {

/// What became of a lock after it was freed: who got it next, and until when. Not thread-safe.
class ReleaseStory {
public:
    /// The plan was executed at this moment, and its token has no quorum any more.
    ReleaseStory(const release::Plan& plan, SteadyTime now, WallTime wallNow);

    [[nodiscard]] const Resource& resource() const noexcept { return m_resource; }
    /// Call it for each row that was added, changed, or is gone. True if the story went on.
    bool see(const LockRow& row, SteadyTime now, WallTime wallNow);
    /// The next holder is gone, too: nothing more follows.
    [[nodiscard]] bool isOver() const noexcept { return m_finishedAt.has_value(); }
    /// Somebody got the lock.
    [[nodiscard]] bool isTaken() const noexcept { return m_next.has_value(); }
    [[nodiscard]] bool isRevoked() const noexcept { return m_isRevoked; }

    /// "cron:bill: freed 03:02:11, web-4 pid 99 after 0.4 s, finished 03:02:39". Plain text.
    [[nodiscard]] QString text() const;

private:
    bool seeFree(WallTime wallNow);
    bool seeHolder(const LockRow& row, SteadyTime now);
    [[nodiscard]] bool isOfBefore(const LockRow& row) const;

    Resource m_resource;
    Fingerprint m_freed; ///< the token that was released or revoked
    bool m_isRevoked;
    SteadyTime m_doneSince; ///< the moment of m_doneAt
    SteadyTime m_freeSince;
    bool m_isFreeSeen = false; ///< or held by another: m_freed is whoever has it after that
    WallTime m_doneAt;
    std::optional<WallTime> m_freeAt; ///< (revoked) when the tombstone was gone
    std::optional<Fingerprint> m_next;
    QString m_holder; ///< of m_next
    std::chrono::milliseconds m_delay{0};
    std::optional<WallTime> m_finishedAt;
};

/// Several stories in one line: "3 locks freed: 1 has its next holder, 2 nobody has yet". The first
/// story's text if it is the only one.
[[nodiscard]] QString storiesText(const std::vector<ReleaseStory>& stories);
/// The texts of all stories, those of locks that somebody got first. At most `most`; then a line
/// says how many others there are.
[[nodiscard]] QStringList storyLines(const std::vector<ReleaseStory>& stories, int most);

} // namespace lockkeeper::ui
