// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/announced_waits.h"
#include "core/lock/key_watch.h"
#include "core/lock/lease_state.h"
#include "core/lock/listening_links.h"
#include "core/lock/lock_core.h"
#include "core/lock/metrics.h"
#include "core/lock/round.h"
#include "core/lock/token.h"
#include "core/lock/wait_announcer.h"
#include "core/lock/waiting_lines.h"
#include "core/loop/mutex.h"
#include "core/masters/masters.h"
#include "core/redis/transport.h"

#include <absl/container/btree_map.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace lockkeeper::lock {

/// KeyWatch by CLIENT TRACKING (Redis 6): masters report the next change of a read key to a second
/// connection. OPTIN per read: prefixes may not overlap.
class PushKeyWatch final : public KeyWatch {
public:
    /// `links`: not open yet.
    PushKeyWatch(
        const masters::Masters& masters, ListeningLinks& links, std::chrono::milliseconds timeout);

    [[nodiscard]] ListenerId listen(
        const std::vector<Resource>& resources, Listener listener) override;
    void forget(ListenerId id) noexcept override;
    void prepareRead(std::size_t index) override;

private:
    struct Listening {
        std::vector<Resource> resources;
        Listener listener;
    };

    void subscribe(std::size_t index);
    void onPush(std::size_t index, const redis::Reply& push);
    void tell(std::size_t index, const std::string* key);

    const masters::Masters& m_masters;
    ListeningLinks& m_links;
    const std::chrono::milliseconds m_timeout;
    std::vector<std::optional<std::int64_t>> m_clients; ///< of subscribed links
    std::map<ListenerId, Listening> m_listening;
    ListenerId m_lastId = 0;
};

/// Reports another transport's reply times.
class MeteredTransport final : public redis::Transport {
public:
    explicit MeteredTransport(redis::Transport& master)
        : m_master(master)
    { }

    void setMetrics(std::shared_ptr<Metrics> metrics) { m_metrics = std::move(metrics); }

    [[nodiscard]] const MasterId& master() const noexcept override { return m_master.master(); }
    [[nodiscard]] redis::LinkStatus status() const override { return m_master.status(); }
    [[nodiscard]] std::optional<Error> outageOf(std::string_view key) const override
    {
        return m_master.outageOf(key);
    }
    [[nodiscard]] std::optional<SteadyTime> forgotAt() const override
    {
        return m_master.forgotAt();
    }
    void confirmRole() override { m_master.confirmRole(); }
    void confirmHistory() override { m_master.confirmHistory(); }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const redis::Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;

private:
    [[nodiscard]] Handler metered(Handler handler) const;

    redis::Transport& m_master;
    std::shared_ptr<Metrics> m_metrics;
};

/// Which thread holds what by blocking acquires. Thread-safe.
class Holds {
public:
    /// This thread's live reentrant claim on these resources.
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
    std::size_t m_sweepAt LK_GUARDED_BY(m_mutex) = 16;
};

/// What a LockClient and its leases share.
class ClientCore final : public LockCore {
public:
    /// Changes the context before the first lock; what it installs outlives the core.
    using Decorate = std::function<void(LockContext&)>;

    /// Null `context`: own event loop. `clock` must outlive the core.
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
