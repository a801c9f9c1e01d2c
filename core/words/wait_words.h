// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/ask.h"
#include "core/observe/board/waits.h"
#include "core/words/lock_words.h"

#include <optional>
#include <string>
#include <vector>

// Who waits for whom: see time_words.h.
namespace lockkeeper::words {

/// Those who wait for the same lock together: the threads of one process that announces itself; of
/// one client of a lock library; or clients that their library does not name.
struct WaitingProcess {
    Resource resource;
    lock::Owner owner{}; ///< (announced)
    std::string library{}; ///< that tells of them: a format; empty: they announce themselves
    std::string client{}; ///< (library) as it is named there; empty: not named
    std::vector<std::string> threadNames{}; ///< (library) as far as they are named
    std::optional<observe::WaitCount> clients{}; ///< not named: how many
    bool isGone = false; ///< (library) they stand in the queue, but don't listen
    std::size_t threads = 0;
    WallTime since{}; ///< of the first, by its clock; (library) when it was first seen
    std::size_t held = 0; ///< locks that they are known to hold meanwhile
    bool isHeldKnown = true; ///< false: one of them does not tell what it holds

    /// True if this waiter is one of them, whatever it waits for.
    [[nodiscard]] bool isOf(const observe::Waiter& waiter) const;
};
/// By resource, then in the order in which they came. `only`: those that wait for this lock.
[[nodiscard]] std::vector<WaitingProcess> waitingProcesses(
    const observe::Waits& waits, const std::optional<Resource>& only = std::nullopt);

/// "ada@desk asks for the lock: a deploy waits".
[[nodiscard]] std::string askText(const lock::Ask& ask);

/// "api@web-4 pid 99".
[[nodiscard]] std::string ownerText(const lock::Owner& owner);
/// "api@web-4 pid 99"; "thread 7, client 1f3c90ab...".
[[nodiscard]] std::string waiterText(const observe::Waiter& waiter);
/// "api@web-4 pid 99, 3 threads"; "client 1f3c90ab..., threads 7, 9"; "gone: client 1f3c90ab...,
/// thread 7"; "at least 2 clients".
[[nodiscard]] std::string waitingText(const WaitingProcess& process, Ids ids = Ids::Whole);
/// How it is known that they wait: "announced"; "redisson".
[[nodiscard]] std::string knowledgeText(const WaitingProcess& process);

/// How many wait: "3"; "at least 3"; "at most 3"; "1 to 3".
[[nodiscard]] std::string countText(const observe::WaitCount& count);
/// "2 waiting, 1 gone from its queue". Empty: nobody waits, as far as known.
[[nodiscard]] std::string waitingCountText(const observe::WaitCount& count);

/// Who waits for a lock, in the order in which they came: "api@web-4 pid 99; web-5 pid 7, 3
/// threads; redisson: client 1f3c90ab..., thread 7; 2 more". Empty: nobody.
[[nodiscard]] std::string waitersText(const observe::Waits& waits, const Resource& resource);

/// "deadlock of 3 locks since 2026-11-21 03:14:15 UTC"; "probably a deadlock of ...".
[[nodiscard]] std::string deadlockText(const observe::Deadlock& deadlock);
/// What each holder of the circle waits for: "held by api@web-1 pid 7, who waits for b"; "held
/// by pid 5, for which lockctl@web-1 pid 7 waits for b". `link`: an
/// index.
[[nodiscard]] std::string linkText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, std::size_t link);
/// Why the release of the proposed lock is proposed: "2 wait for it"; "it was taken last".
[[nodiscard]] std::string proposalText(const observe::Deadlock& deadlock);
/// What somebody should know who decides on a lock of a deadlock: the deadlock, what the holder
/// waits for, and which release is proposed to end it, and why.
[[nodiscard]] std::string adviceText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, const Resource& resource);

} // namespace lockkeeper::words
