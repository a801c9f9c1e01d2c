// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/waits/waits.h"

#include <optional>
#include <string>
#include <vector>

// Who waits for whom: see time_words.h.
namespace lockkeeper::words {

/// The threads of one process that wait for the same lock.
struct WaitingProcess {
    Resource resource;
    lock::Owner owner;
    std::size_t threads = 0;
    WallTime since{}; ///< of the first, by its clock
    std::size_t held = 0; ///< locks that they are known to hold meanwhile
    bool isHeldKnown = true; ///< false: one of them does not tell what it holds
};
/// By resource, then in the order in which they came. `only`: those that wait for this lock.
[[nodiscard]] std::vector<WaitingProcess> waitingProcesses(
    const observe::Waits& waits, const std::optional<Resource>& only = std::nullopt);

/// "api@web-4 pid 99".
[[nodiscard]] std::string ownerText(const lock::Owner& owner);
/// "api@web-4 pid 99, 3 threads".
[[nodiscard]] std::string waitingText(const WaitingProcess& process);

/// Who waits for a lock, in the order in which they came: "api@web-4 pid 99; web-5 pid 7, 3
/// threads; 2 more". Empty: nobody.
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

} // namespace lockkeeper::words
