// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"
#include "core/loop/process_mark.h"

#include <map>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

class ClientCore;

/// Registry of the cores that are not destroyed yet. It belongs to something they depend on, which
/// ends the cores before it is itself destroyed. Thread-safe.
class LivingCores {
public:
    /// The registry of cores with their own thread, another one in each process. At program exit it
    /// stops those whose client and leases are gone, because no thread may run while exit()
    /// destroys the objects that it uses. A core whose client or lease still exists is left alone:
    /// its owner may be a static object that is destroyed later.
    ///
    /// The static objects of Asio and OpenSSL outlive those of the program. Just before them, the
    /// cores whose clients are gone are stopped.
    [[nodiscard]] static LivingCores& ofProgram();

    /// False in a child made by fork() since. There, nothing else may be called.
    [[nodiscard]] bool isOfThisProcess() const noexcept { return m_process.isHere(); }
    /// Lists the core until the last copy of the result is destroyed. Keep a copy until nothing of
    /// the core can run any more.
    [[nodiscard]] std::shared_ptr<void> add(const std::shared_ptr<ClientCore>& core);
    /// The cores that are still referenced.
    [[nodiscard]] std::vector<std::shared_ptr<ClientCore>> kept() const;
    /// Blocks until no unreferenced core is listed, at most until `end`.
    void awaitDestroyed(SteadyTime end) noexcept;

private:
    void remove(const ClientCore* core) noexcept;
    [[nodiscard]] bool isOneBeingDestroyed() const LK_REQUIRES(m_mutex);

    ProcessMark m_process;
    mutable Mutex m_mutex;
    Condition m_removed;
    std::map<const ClientCore*, std::weak_ptr<ClientCore>> m_cores LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::lock
