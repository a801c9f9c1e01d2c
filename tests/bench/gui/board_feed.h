// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"

#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <thread>

namespace lockkeeper::bench {

/// Of each deployment that a window watches here.
inline constexpr std::size_t kMasters = 5;

/// Publishes updates ten times a second as a watcher of five masters would: first all locks, then
/// changes at a rate, and all locks again when a master dies or returns. So the window is measured
/// without the servers, which would need the same processors.
class BoardFeed {
public:
    using Publish = std::function<void(std::shared_ptr<const observe::BoardUpdate>)>;

    /// `publish` is called on the feed's thread, until the feed is destroyed. It loads all locks in
    /// about a second.
    BoardFeed(std::size_t locks, std::size_t changesPerSecond, Publish publish);

    /// Masters that do not answer: the first ones. Thread-safe.
    void setDead(std::size_t masters) { m_dead = masters; }
    /// All masters are empty at once, or filled again by other holders. Thread-safe.
    void setLost(bool isLost) { m_isLost = isLost; }

private:
    struct Lock {
        std::uint64_t revision = 0;
        unsigned renewals = 0;
        unsigned holder = 0;
        bool isHeld = true;
        SteadyTime firstSeen{};
    };

    void run(const std::stop_token& stop);
    [[nodiscard]] observe::LockEntryPtr entryOf(std::size_t number) const;
    void change(std::size_t number, observe::BoardUpdate& update);
    void lose(observe::BoardUpdate& update);
    void addMasters(observe::BoardUpdate& update);

    Publish m_publish;
    std::size_t m_changesPerSecond;
    std::vector<Lock> m_locks;
    std::atomic<std::size_t> m_dead = 0;
    std::size_t m_shownDead = 0; ///< in the latest update
    std::atomic<bool> m_isLost = false;
    bool m_isShownLost = false; ///< in the latest update
    std::size_t m_loaded = 0;
    std::mt19937 m_random{1};
    std::jthread m_thread;
};

} // namespace lockkeeper::bench
