// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/announced_waits.h"
#include "core/lock/lease_state.h"
#include "core/lock/lock_core.h"
#include "core/lock/metered_transport.h"
#include "core/lock/push_key_watch.h"
#include "core/lock/round.h"
#include "core/lock/token.h"
#include "core/lock/wait_announcer.h"
#include "core/lock/waiting_lines.h"
#include "core/loop/mutex.h"
#include "core/loop/thread_identity.h"
#include "core/masters/masters.h"

#include <absl/container/btree_map.h>
#include <functional>
#include <memory>

namespace lockkeeper::lock {

/// Which thread holds what by blocking acquires. Thread-safe.
class Holds {
public:
    /// Adds a hold to this thread's live reentrant claim on exactly these resources.
    [[nodiscard]] std::shared_ptr<LeaseState> again(const std::vector<Resource>& resources);
    void add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state, bool isReentrant);
    [[nodiscard]] std::vector<Fingerprint> tokensOf(ThreadIdentity holder);

private:
    struct Key {
        ThreadIdentity holder;
        Claim::Resources resources;
    };
    struct Before {
        using is_transparent = void;
        template <class Left, class Right>
        [[nodiscard]] bool operator()(const Left& left, const Right& right) const
        {
            return sortKey(left) < sortKey(right);
        }
    };
    using SortKey = std::pair<ThreadIdentity, const std::vector<Resource>&>;
    [[nodiscard]] static SortKey sortKey(const Key& key) { return {key.holder, *key.resources}; }
    [[nodiscard]] static SortKey sortKey(const SortKey& key) { return key; }
    struct Hold {
        std::weak_ptr<LeaseState> state;
        bool isReentrant = false;
    };

    Mutex m_mutex;
    absl::btree_map<Key, Hold, Before> m_held LK_GUARDED_BY(m_mutex);
    std::size_t m_sweepAt LK_GUARDED_BY(m_mutex) = 16; ///< remove expired entries at this size
};

/// What a LockClient and its leases share.
class ClientCore final : public LockCore {
public:
    /// Changes the context before the first lock. What it installs must outlive the core.
    using Decorate = std::function<void(LockContext&)>;

    /// Null `context`: an own event loop. `clock` must outlive the core.
    [[nodiscard]] static std::shared_ptr<ClientCore> create(const config::Deployment& deployment,
        Owner owner, const Clock& clock, asio::io_context* context, const Decorate& decorate = {});
    ~ClientCore() override;

    [[nodiscard]] std::chrono::milliseconds timeout() const noexcept override
    {
        return m_context.timeout;
    }
    [[nodiscard]] const LockContext& context() const noexcept { return m_context; }
    [[nodiscard]] const Owner& owner() const noexcept { return m_owner; }
    [[nodiscard]] Holds& holds() noexcept { return m_holds; }
    /// Before the first acquire.
    void setMetrics(std::shared_ptr<Metrics> metrics);

private:
    ClientCore(asio::io_context* context, const config::Deployment& deployment, Owner owner,
        const Clock& clock);
    void disconnect() noexcept override;

    masters::Masters m_masters;
    ListeningLinks m_links;
    PushKeyWatch m_watch;
    WaitAnnouncer m_announcer;
    AnnouncedWaits m_waits;
    WaitingLines m_lines;
    masters::Quarantine m_quarantine;
    std::vector<std::unique_ptr<MeteredTransport>> m_metered;
    LockContext m_context;
    Owner m_owner;
    Holds m_holds;
};

} // namespace lockkeeper::lock
