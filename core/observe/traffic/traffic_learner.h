// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/observe/traffic/monitor.h"
#include "core/text/seeded_hash.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// How keys were used while somebody listened: this tells locks from other data, whatever their
/// names and values. A value.
struct HeardUse {
    std::size_t taken = 0; ///< written because it was not there: SET NX, SETNX, or by a script
    std::size_t tries = 0; ///< the same in vain: it was there
    std::size_t released = 0; ///< of those taken, deleted before the TTL had passed
    /// Of those released: the value was compared first, or it was the client that had taken it.
    std::size_t byOwner = 0;
    std::size_t compared = 0; ///< of those released, the value was compared first
    std::size_t renewed = 0; ///< of those taken, prolonged by who took them
    std::size_t takenAgain = 0; ///< taken under a name that was released before
    std::size_t overwritten = 0; ///< written whatever was there
    std::size_t reads = 0; ///< read, but not by a script

    HeardUse& operator+=(const HeardUse& other);
    friend bool operator==(const HeardUse&, const HeardUse&) = default;
};

/// True if this is how locks are used: taken again and again, given back or kept alive by who took
/// them, and hardly ever written or read otherwise. Caches are read more than they are made, and
/// what throttles runs out. What has a name of its own each time, and is wanted by nobody else, may
/// as well be a one-time token: it is none unless its value is compared by who took it. Pure.
[[nodiscard]] bool isUsedAsLock(const HeardUse& use);

/// Learns from what masters execute how each key is used. Of values it keeps hashes with a random
/// key per process. Not thread-safe.
class TrafficLearner {
public:
    /// Names beyond this number, and longer ones, are not learnt: whoever writes keys must not fill
    /// this process' memory.
    static constexpr std::size_t kMostNames = 100'000;
    static constexpr std::size_t kLongestName = 512; ///< bytes

    /// Calls `onTaken` with a reading of each key that is taken, with its value: look at it and
    /// drop it.
    explicit TrafficLearner(
        std::size_t masters, std::function<void(const KeyReading&)> onTaken = {});

    /// A master has executed a command. Commands of other databases than `database` are ignored.
    void add(std::size_t master, int database, const MonitorLine& line);

    /// How one name was used: on the master where most was heard of it.
    struct Name {
        std::string name;
        HeardUse use;
        std::vector<std::uint32_t> clients; ///< hashes of some that took or wanted it, see kMost
        static constexpr std::size_t kMostClients = 32;
    };
    /// Those that were taken, or wanted.
    [[nodiscard]] std::vector<Name> names() const;
    /// Grows with each name that is new, and with the first few uses of each.
    [[nodiscard]] std::uint64_t news() const noexcept { return m_news; }
    [[nodiscard]] bool isCut() const noexcept { return m_isCut; } ///< there were more names

private:
    using Time = std::chrono::microseconds; ///< by a server's clock
    /// A key on one master.
    struct Key {
        HeardUse use;
        bool isHeld = false;
        bool wasReleased = false;
        std::uint64_t value = 0; ///< hash
        std::uint32_t owner = 0; ///< hash of the client that took it
        Time takenAt{0};
        std::optional<Time> until; ///< (isHeld) nullopt: without a TTL

        [[nodiscard]] bool isThere(Time now) const { return isHeld && (!until || now < *until); }
        void expireAfter(std::optional<Time> ttl, Time now)
        {
            until = ttl ? std::optional(now + *ttl) : std::nullopt;
        }
        /// False also for a client that can't be told from others.
        [[nodiscard]] bool isOwnedBy(std::uint32_t client) const noexcept;
    };
    struct Known {
        std::vector<Key> keys; ///< by master
        std::vector<std::uint32_t> clients;
    };
    /// The call of a script, while its commands follow.
    struct Script {
        std::uint32_t client = 0;
        absl::flat_hash_set<std::string> read; ///< keys that it has looked at
        absl::flat_hash_set<std::string> changed;
    };
    /// A command, where and when it was executed.
    struct Event {
        std::size_t master;
        const MonitorLine& line;
        Script* script; ///< null: by a client
        std::uint32_t client;
    };

    void onSet(const Event& event);
    void onCommand(const Event& event, const std::string& command);
    void onOneKey(const Event& event, const std::string& command);
    void take(const Event& event, const std::string& name, const std::string& value,
        std::optional<Time> ttl);
    void write(const Event& event, const std::string& name, const std::string& value,
        std::optional<Time> ttl);
    void remove(const Event& event, const std::string& name);
    void prolong(const Event& event, const std::string& name, std::optional<Time> ttl);
    void read(const Event& event, const std::string& name);
    /// Who only looks at what somebody else holds has tried in vain.
    void endScript(std::size_t master);
    void forgetAll(std::size_t master);
    /// Null: there are too many names.
    [[nodiscard]] Known* known(const std::string& name);
    [[nodiscard]] Key* find(const Event& event, const std::string& name);
    /// One more of what a key was used for.
    void count(std::size_t& uses);
    static void note(Known& known, std::uint32_t client);
    static void noteChanged(const Event& event, const std::string& name);
    /// True if the command is executed only because of what was there: a script has looked at it,
    /// or its client watches it.
    [[nodiscard]] bool isConditional(const Event& event, const std::string& name) const;
    static std::uint64_t watcherOf(const Event& event) noexcept;

    std::size_t m_masters;
    std::function<void(const KeyReading&)> m_onTaken;
    absl::flat_hash_map<std::string, Known> m_names;
    std::vector<Script> m_scripts; ///< by master
    /// What clients WATCH until their next EXEC: hashes of names, by master and client.
    absl::flat_hash_map<std::uint64_t, absl::flat_hash_set<std::uint64_t>> m_watched;
    std::uint64_t m_news = 0;
    bool m_isCut = false;
};

} // namespace lockkeeper::observe
