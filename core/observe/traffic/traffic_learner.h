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

/// docs/lockctl.md, "kinds".
struct HeardUse {
    std::size_t taken = 0;
    std::size_t tries = 0; ///< in vain
    std::size_t released = 0; ///< of `taken`
    /// Of `released`: compared, or by the client that took it.
    std::size_t byOwner = 0;
    std::size_t compared = 0; ///< of `released`
    std::size_t renewed = 0; ///< of `taken`
    std::size_t takenAgain = 0; ///< under a name released before
    std::size_t overwritten = 0;
    std::size_t reads = 0; ///< not by a script

    HeardUse& operator+=(const HeardUse& other);
    friend bool operator==(const HeardUse&, const HeardUse&) = default;
};

[[nodiscard]] bool isUsedAsLock(const HeardUse& use);

/// Learns each key's use from executed commands. Keeps values as hashes with a random key per
/// process.
class TrafficLearner {
public:
    /// More or longer names are ignored: writers of keys must not fill this process' memory.
    static constexpr std::size_t kMostNames = 100'000;
    static constexpr std::size_t kLongestName = 512; ///< bytes

    /// `onTaken` gets a reading of each taken key, with its value: do not keep it.
    explicit TrafficLearner(
        std::size_t masters, std::function<void(const KeyReading&)> onTaken = {});

    /// Ignores other databases.
    void add(std::size_t master, int database, const MonitorLine& line);

    /// A name's use on the master with most of it.
    struct Name {
        std::string name;
        HeardUse use;
        std::vector<std::uint32_t> clients; ///< hashes, of some that took or wanted it
        static constexpr std::size_t kMostClients = 32;
    };
    [[nodiscard]] std::vector<Name> names() const;
    /// Grows with new names and the first uses of each.
    [[nodiscard]] std::uint64_t news() const noexcept { return m_news; }
    [[nodiscard]] bool isCut() const noexcept { return m_isCut; }

private:
    using Time = std::chrono::microseconds;
    struct Key {
        HeardUse use;
        bool isHeld = false;
        bool wasReleased = false;
        std::uint64_t value = 0;
        std::uint32_t owner = 0;
        Time takenAt{0};
        std::optional<Time> until;

        [[nodiscard]] bool isThere(Time now) const { return isHeld && (!until || now < *until); }
        void expireAfter(std::optional<Time> ttl, Time now)
        {
            until = ttl ? std::optional(now + *ttl) : std::nullopt;
        }
        /// False if clients are indistinguishable.
        [[nodiscard]] bool isOwnedBy(std::uint32_t client) const noexcept;
    };
    struct Known {
        std::vector<Key> keys;
        std::vector<std::uint32_t> clients;
    };
    struct Script {
        std::uint32_t client = 0;
        absl::flat_hash_set<std::string> read;
        absl::flat_hash_set<std::string> changed;
    };
    struct Event {
        std::size_t master;
        const MonitorLine& line;
        Script* script;
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
    /// A client that only looks at another's lock has tried in vain.
    void endScript(std::size_t master);
    void forgetAll(std::size_t master);
    [[nodiscard]] Known* known(const std::string& name);
    [[nodiscard]] Key* find(const Event& event, const std::string& name);
    void count(std::size_t& uses);
    static void note(Known& known, std::uint32_t client);
    static void noteChanged(const Event& event, const std::string& name);
    /// A script has read the value, or the client watches it.
    [[nodiscard]] bool isConditional(const Event& event, const std::string& name) const;
    static std::uint64_t watcherOf(const Event& event) noexcept;

    std::size_t m_masters;
    std::function<void(const KeyReading&)> m_onTaken;
    absl::flat_hash_map<std::string, Known> m_names;
    std::vector<Script> m_scripts;
    /// Until the next EXEC: hashes of names, by master and client.
    absl::flat_hash_map<std::uint64_t, absl::flat_hash_set<std::uint64_t>> m_watched;
    std::uint64_t m_news = 0;
    bool m_isCut = false;
};

} // namespace lockkeeper::observe
