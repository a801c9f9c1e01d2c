// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"

#include <map>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

class ClientCore;

/// The cores that are not yet destroyed, for what they depend on: it ends them before it goes
/// itself. Safe to use from any thread.
class LivingCores {
public:
    /// Those with a thread of their own, which the end of the program ends: no thread may run while
    /// exit() destroys what Asio and OpenSSL keep in statics. A client that was not destroyed is
    /// left alone, for its owner may be a static object that is destroyed later.
    [[nodiscard]] static LivingCores& ofProgram();

    /// Lists the core until the last copy of the result goes: when nothing of it can run any more.
    [[nodiscard]] std::shared_ptr<void> add(const std::shared_ptr<ClientCore>& core);
    /// Those that somebody keeps.
    [[nodiscard]] std::vector<std::shared_ptr<ClientCore>> kept() const;
    /// Waits until those that nobody keeps are listed no more, but no longer than until `end`.
    void awaitDestroyed(SteadyTime end) noexcept;

private:
    void remove(const ClientCore* core) noexcept;
    [[nodiscard]] bool isOneBeingDestroyed() const LK_REQUIRES(m_mutex);

    mutable Mutex m_mutex;
    Condition m_removed;
    std::map<const ClientCore*, std::weak_ptr<ClientCore>> m_cores LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::lock
