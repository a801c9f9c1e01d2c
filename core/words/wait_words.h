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

/// An announced process's waiters, a library client's, or unnamed clients.
struct WaitingProcess {
    Resource resource;
    lock::Owner owner{}; ///< (announced)
    std::string library{}; ///< the format that names them; empty: announced
    std::string client{}; ///< (library) empty: not named
    std::vector<std::string> threadNames{}; ///< (library) as far as named
    std::optional<observe::WaitCount> clients{}; ///< (unnamed) how many
    bool isGone = false; ///< (library) queued, but not listening
    std::size_t threads = 0;
    WallTime since{}; ///< of the first, by its clock; (library) first sighting
    std::size_t held = 0; ///< locks that they are known to hold
    bool isHeldKnown = true; ///< false: one does not say what it holds

    [[nodiscard]] bool isOf(const observe::Waiter& waiter) const;
};
/// By resource, then arrival. `only`: for this lock.
[[nodiscard]] std::vector<WaitingProcess> waitingProcesses(
    const observe::Waits& waits, const std::optional<Resource>& only = std::nullopt);

[[nodiscard]] std::string askText(const lock::Ask& ask);

[[nodiscard]] std::string ownerText(const lock::Owner& owner);
/// "api@web-4 pid 99".
[[nodiscard]] std::string waiterText(const observe::Waiter& waiter);
/// "api@web-4 pid 99, 3 threads"; "at least 2 clients".
[[nodiscard]] std::string waitingText(const WaitingProcess& process, Ids ids = Ids::Whole);
/// How their wait is known: "announced"; "redisson".
[[nodiscard]] std::string knowledgeText(const WaitingProcess& process);

/// "3"; "at least 3"; "1 to 3".
[[nodiscard]] std::string countText(const observe::WaitCount& count);
[[nodiscard]] std::string waitingCountText(const observe::WaitCount& count);

/// By arrival: "api@web-4 pid 99; 2 more".
[[nodiscard]] std::string waitersText(const observe::Waits& waits, const Resource& resource);

[[nodiscard]] std::string deadlockText(const observe::Deadlock& deadlock);
/// "held by api@web-1 pid 7, who waits for b".
[[nodiscard]] std::string linkText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, std::size_t link);
/// Why to release it: "2 wait for it".
[[nodiscard]] std::string proposalText(const observe::Deadlock& deadlock);
[[nodiscard]] std::string adviceText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, const Resource& resource);

} // namespace lockkeeper::words
