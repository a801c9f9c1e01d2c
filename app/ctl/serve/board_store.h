// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/change_json.h"
#include "app/ctl/output/metrics_text.h"
#include "app/ctl/serve/event_log.h"
#include "core/config/deployment.h"

#include <absl/container/btree_set.h>
#include <atomic>
#include <chrono>
#include <functional>
#include <set>

namespace lockkeeper::ctl {

/// The board's latest text, for all clients. Makes no newer one while many older ones are in use:
/// that bounds memory. Thread-safe.
class TextCache {
public:
    static constexpr std::size_t kMostOlder = 3;

    struct Made {
        std::uint64_t update = 0;
        std::uint64_t event = 0;
        std::string text;
    };
    struct Given {
        std::uint64_t event = 0;
        SharedText text;
    };

    /// The text of `update` or a later one, unless too many older texts are in use. Other threads
    /// wait while it calls `make`.
    [[nodiscard]] Given get(std::uint64_t update, const std::function<Made()>& make);

private:
    Mutex m_mutex;
    Given m_latest LK_GUARDED_BY(m_mutex);
    std::uint64_t m_update LK_GUARDED_BY(m_mutex) = 0; ///< of m_latest; 0: there is none
    std::vector<std::weak_ptr<const std::string>> m_older LK_GUARDED_BY(m_mutex);
};

struct StoreOptions {
    /// Without an update for so long, the watch has failed.
    std::chrono::milliseconds staleAfter{10'000};
    /// Ends a large take() early.
    std::function<bool()> isStopped{};
    /// --on's results. Thread-safe.
    std::function<std::optional<HookCounts>()> hookCounts{};
};

struct Health {
    bool isGood = false;
    std::string text;
};

/// Null before the first update.
using BoardText = TextCache::Given;

/// A deployment's board for `lockctl serve`. Makes each text once, on demand; other functions block
/// meanwhile. Thread-safe; call take() on one thread.
class BoardStore {
public:
    /// After this time without an event, an empty one shows that the watch works.
    static constexpr std::chrono::milliseconds kHeartbeat{5'000};

    BoardStore(config::Deployment deployment, StoreOptions options, const Clock& clock);

    void take(const observe::BoardUpdate& update);

    void fail(const Error& why);

    [[nodiscard]] Health health() const;
    [[nodiscard]] std::optional<Error> failure() const;
    [[nodiscard]] std::size_t lockCount() const;
    /// 0: none yet.
    [[nodiscard]] std::uint64_t latestUpdate() const;
    /// A kind's first numbers are zero: Prometheus counts from the first sample on.
    [[nodiscard]] MetricsSource metricsSource() const;
    [[nodiscard]] BoardText board();
    /// In event ids; unique per process.
    [[nodiscard]] const std::string& run() const noexcept { return m_run; }
    [[nodiscard]] EventLog& events() noexcept { return m_events; }

    // For windows: see core/agent/board_wire.h.
    [[nodiscard]] SharedText agentHello() const;
    [[nodiscard]] BoardText agentBoard();
    /// Only counted if no window has listened for a minute.
    [[nodiscard]] EventLog& agentUpdates() noexcept { return m_agentUpdates; }

private:
    [[nodiscard]] BoardText latest(
        TextCache& cache, const std::function<TextCache::Made()>& make) const;

    struct ByName {
        using is_transparent = void; // NOLINT(readability-identifier-naming): as absl wants it
        static const Resource& nameOf(const observe::LockEntryPtr& entry)
        {
            return entry->resource;
        }
        static const Resource& nameOf(const Resource& resource) { return resource; }
        template <class A, class B> bool operator()(const A& a, const B& b) const
        {
            return nameOf(a) < nameOf(b);
        }
    };
    struct Counts {
        bool isComplete = false;
        std::size_t possible = 0;
        std::size_t otherKeys = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    struct Picture {
        observe::BoardUpdate board;
        std::vector<observe::LockEntryPtr> locks; ///< sorted by name
        std::uint64_t update = 0;
        std::uint64_t event = 0;
    };

    /// Null without news.
    [[nodiscard]] SharedText eventOf(const observe::BoardUpdate& update, std::uint64_t number);
    /// Null if no window listens.
    [[nodiscard]] SharedText agentUpdateOf(
        const observe::BoardUpdate& update, std::uint64_t number);
    [[nodiscard]] Picture picture() const;
    [[nodiscard]] TextCache::Made makeBoard();
    [[nodiscard]] TextCache::Made makeAgentBoard() const;

    const config::Deployment m_deployment;
    const StoreOptions m_options;
    const Clock& m_clock;
    const std::string m_run;

    // Of take()'s thread.
    ChangeJson m_changes;
    Counts m_counts;
    SteadyTime m_lastEvent{};
    observe::WaitsPtr m_agentWaits;
    SteadyTime m_lastWindow = SteadyTime::min();

    mutable Mutex m_contentionMutex; ///< own: counting waiters takes long
    observe::Contention m_contention LK_GUARDED_BY(m_contentionMutex);
    mutable std::set<std::string> m_kindsTold LK_GUARDED_BY(m_contentionMutex);

    mutable Mutex m_mutex;
    absl::btree_set<observe::LockEntryPtr, ByName> m_locks LK_GUARDED_BY(m_mutex);
    observe::BoardUpdate m_board LK_GUARDED_BY(m_mutex); ///< without locks
    std::uint64_t m_update LK_GUARDED_BY(m_mutex) = 0;
    std::optional<Error> m_failure LK_GUARDED_BY(m_mutex);
    EventLog m_events; ///< changes with m_locks
    EventLog m_agentUpdates; ///< likewise; its latest number is m_update
    std::atomic<std::size_t> m_textSize = 0;
    TextCache m_boardText;
    TextCache m_agentText;
};

/// Latest metrics of all stores. Thread-safe.
class MetricsTexts {
public:
    MetricsTexts(std::vector<const BoardStore*> stores, bool isPerLock)
        : m_stores(std::move(stores))
        , m_isPerLock(isPerLock)
    { }

    /// Null before any update. Blocks while the text is made.
    [[nodiscard]] SharedText get(MetricsFormat format);

private:
    const std::vector<const BoardStore*> m_stores;
    const bool m_isPerLock;
    TextCache m_prometheusText;
    TextCache m_openMetricsText;
};

} // namespace lockkeeper::ctl
