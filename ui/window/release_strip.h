// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/release_runner.h"
#include "ui/models/locks/release_story.h"
#include "ui/widgets/notice_stack.h"

#include <map>

namespace lockkeeper::ui {

class LockDialogs;
class Session;

/// Follows the locks that were freed from a window: who got it next, until when, and which masters
/// have not answered yet, with a button that sends them the command when they do. A line each;
/// those that were freed together have one line, which unfolds. The lines outlive the dialogs.
///
/// What is given must outlive this object. GUI thread only.
class ReleaseStrip final : public QObject {
    Q_OBJECT
public:
    ReleaseStrip(
        Session& session, NoticeStack& notices, LockDialogs& dialogs, QObject* parent = nullptr);

private:
    /// A line about one release.
    struct Followed {
        std::optional<ReleaseStory> story; ///< nullopt: its token had a quorum at first
        Resource resource;
        bool isFreed = false; ///< (no story) meanwhile
        bool isOpen = false; ///< it can be finished on silent masters
        QString waiting{}; ///< masters that get the command when they answer
    };

    /// A line about locks that were freed together.
    struct Several {
        std::vector<ReleaseStory> stories;
        bool isUnfolded = false;
    };

    void begin(const release::Plan& plan, const ReleaseResult& result);
    void addStep(int run, const release::Plan& plan, const ReleaseResult& result);
    [[nodiscard]] static QString finishText();
    void press(int id);
    void showSeveral(int id);
    void wait(const Resource& resource, const std::vector<MasterId>& masters);
    void endWaiting(const Resource& resource, const ReleaseResult& result);
    void seeSlots(const std::vector<int>& slots);
    void show(int id, const Followed& followed);
    [[nodiscard]] static NoticeStack::Line lineOf(const Followed& followed);

    Session& m_session;
    NoticeStack& m_notices;
    std::map<int, Followed> m_followed; ///< by the id of its line
    std::map<int, Several> m_several; ///< by the id of its line
    int m_run = 0; ///< the latest run of several releases
    int m_runLine = 0; ///< its line; 0: none yet
};

} // namespace lockkeeper::ui
