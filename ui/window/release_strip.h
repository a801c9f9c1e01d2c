// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/release_runner.h"
#include "ui/models/locks/release_story.h"
#include "ui/widgets/notice_stack.h"

#include <map>

namespace lockkeeper::ui {

class Session;

/// Follows the locks that were freed from a window, one line each: who got it next, until when, and
/// which masters have not answered yet. The lines outlive the release dialog.
///
/// `session` and `notices` must outlive this object. GUI thread only.
class ReleaseStrip final : public QObject {
    Q_OBJECT
public:
    ReleaseStrip(Session& session, NoticeStack& notices, QObject* parent = nullptr);

private:
    /// A line about one release.
    struct Followed {
        std::optional<ReleaseStory> story; ///< nullopt: its token may still have a quorum
        Resource resource;
        QString waiting{}; ///< masters that get the command when they answer
    };

    void begin(const release::Plan& plan, const ReleaseResult& result);
    void wait(const Resource& resource, const std::vector<MasterId>& masters);
    void endWaiting(const Resource& resource, const ReleaseResult& result);
    void seeSlots(const std::vector<int>& slots);
    void show(int id, const Followed& followed);
    [[nodiscard]] static NoticeStack::Line lineOf(const Followed& followed);

    Session& m_session;
    NoticeStack& m_notices;
    std::map<int, Followed> m_followed; ///< by the id of its line
};

} // namespace lockkeeper::ui
