// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/enum_names.h"
#include "core/observe/board/votes/verdict.h"
#include "core/observe/formats/format.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// A connection in CLIENT LIST. Texts are unchecked: show them through displaySafe(). Unknown
/// fields are empty.
struct ClientInfo {
    std::string id;
    std::string address; ///< the same for all clients of a Unix socket
    std::string name;
    std::string library; ///< from Redis 7.2 on
    std::string libraryVersion;
    std::string user;
    std::string lastCommand;
    std::chrono::seconds age{0};
    std::chrono::seconds idle{0};

    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
};

/// Skips lines without id or address, and unknown, malformed or long fields. Source: redis.io,
/// "CLIENT LIST".
[[nodiscard]] std::vector<ClientInfo> parseClientList(std::string_view text);

/// Why a client is listed, strongest first: docs/lockctl.md, "whois".
enum class Clue {
    SentToken,
    TokenNamesConnection,
    NameTellsHolder,
    WroteKey,
    IdleSinceTaken,
    UsedKey,
    MayHaveTaken,
    ReadKey,
};
constexpr auto enumNames(Clue /*of*/) noexcept
{
    return std::array{"sent-token", "token-names-connection", "name-tells-holder", "wrote-key",
        "idle-since-taken", "used-key", "may-have-taken", "read-key"};
}

struct WhoisClient {
    MasterId master;
    ClientInfo client;
    Certainty certainty = Certainty::Possible;
    Clue clue = Clue::ReadKey;
    std::optional<Fingerprint> token{}; ///< if the clue shows it
    std::size_t commands = 0; ///< seen by MONITOR
    std::size_t tries = 0; ///< seen by MONITOR: see ClientTraffic
    std::string lastCommand{}; ///< of `commands`
    /// Clients with this address, as on Unix sockets.
    std::size_t alike = 1;
};

struct WhoisMaster {
    MasterId master;
    std::optional<Error> readError{};
    std::optional<Error> listError{};
    std::optional<Error> tapError{};
    std::size_t clients = 0; ///< without our own
    std::size_t lines = 0;
    bool isTapFull = false;
    bool isTapBroken = false;
};

struct Whois {
    Judgement judgement;
    std::optional<DecodedLock> lock;
    std::optional<std::string> connectionName;
    /// All masters listed their clients, none of that name. Also true for `lockctl acquire`, which
    /// leaves locks to their TTL.
    bool isConnectionGone = false;
    std::vector<WhoisClient> clients; ///< most certain first
    std::size_t leftOut = 0;
    std::vector<WhoisMaster> masters;

    static constexpr std::size_t kMaxClients = 200;

    [[nodiscard]] bool hasAnswer() const noexcept
    {
        return !clients.empty() && clients.front().certainty != Certainty::Possible;
    }
    /// MONITOR saw them try; they are not known to hold the lock.
    [[nodiscard]] std::vector<WhoisClient> observedWaiters() const;
};

struct WhoisOptions {
    /// Runs MONITOR on all masters this long, at most kLongestTap. It can halve a master's
    /// throughput, and buffers the backlog in its memory: warn the user first. nullopt: no MONITOR.
    std::optional<std::chrono::milliseconds> tap{};
    std::size_t tapLines = 100'000; ///< per master, at most kMostLines
    /// Called every few milliseconds during MONITOR, on the loop's thread. True ends the call with
    /// the results so far.
    std::function<bool()> isCancelled{};

    static constexpr std::chrono::milliseconds kLongestTap{10'000};
    static constexpr std::size_t kMostLines = 1'000'000;
};

/// Finds clients that may hold `resource`: by its value on all masters, CLIENT LIST, and on request
/// MONITOR. In a Cluster, asks the resource's shard. A refusal goes into its WhoisMaster.
///
/// InvalidArgument: tap or lines out of bounds, or unusable formats; System: no thread. Blocks for
/// the connect timeout, a few times deployment.timeout, and the tap. MONITOR has ended when it
/// returns. Thread-safe.
[[nodiscard]] Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock);

} // namespace lockkeeper::observe
