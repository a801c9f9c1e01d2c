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

/// One connection of a client, as reported by CLIENT LIST. Text is as the client and the server
/// sent it: pass it through displaySafe() before showing it. Unknown fields are empty.
struct ClientInfo {
    std::string id;
    std::string address; ///< "10.0.0.7:51234"; all clients of one Unix socket have the same
    std::string name; ///< by CLIENT SETNAME
    std::string library; ///< lib-name, from Redis 7.2 on
    std::string libraryVersion;
    std::string user;
    std::string lastCommand; ///< "client|list"
    std::chrono::seconds age{0}; ///< since the connection was made
    std::chrono::seconds idle{0}; ///< since its last command

    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
};

/// Parses a reply to CLIENT LIST. Skips lines without an id or address, and fields that are
/// unknown, malformed or longer than 1 KiB. Stops after 65536 clients. Pure. Source: redis.io,
/// "CLIENT LIST".
[[nodiscard]] std::vector<ClientInfo> parseClientList(std::string_view text);

/// Why a client is listed, strongest reason first.
enum class Clue {
    SentToken, ///< (Certain) MONITOR saw it take or renew the lock with what only the owner knows
    TokenNamesConnection, ///< (Likely) the name of its connection is the one given by the token
    NameTellsHolder, ///< (Likely) its name contains what the lock's value says about the holder
    WroteKey, ///< (Likely) MONITOR saw it write the lock as only a holder should
    /// (Likely, if it is the only one) idle for as long as the lock is held, after a command that
    /// may have taken it.
    IdleSinceTaken,
    UsedKey, ///< (Possible) MONITOR saw it use the key in a way that may take the lock if it is
             ///< free
    MayHaveTaken, ///< (Possible) its last command may have taken or renewed a lock
    ReadKey, ///< (Possible) MONITOR saw it read or delete the key
};
constexpr auto enumNames(Clue /*of*/) noexcept
{
    return std::array{"sent-token", "token-names-connection", "name-tells-holder", "wrote-key",
        "idle-since-taken", "used-key", "may-have-taken", "read-key"};
}

/// A client of one master that may be related to a lock.
struct WhoisClient {
    MasterId master;
    ClientInfo client; ///< if only MONITOR has shown it, just the address
    Certainty certainty = Certainty::Possible;
    Clue clue = Clue::ReadKey;
    std::optional<Fingerprint> token{}; ///< the token that it holds, if the clue shows that
    std::size_t commands = 0; ///< number of commands that use the key, as seen by MONITOR
    std::size_t tries = 0; ///< how often MONITOR heard it try to take the lock: ClientTraffic
    std::string lastCommand{}; ///< the latest of these commands
    /// Number of clients with this address, which can't be told apart (Unix sockets); 1: only this
    /// one.
    std::size_t alike = 1;
};

/// What was learned from one master.
struct WhoisMaster {
    MasterId master;
    std::optional<Error> readError{}; ///< why the key could not be read
    std::optional<Error> listError{}; ///< why its clients are unknown, and how to grant access
    std::optional<Error> tapError{}; ///< why MONITOR failed, and how to grant access
    std::size_t clients = 0; ///< connected clients, without our own
    std::size_t lines = 0; ///< lines received from MONITOR
    bool isTapFull = false; ///< MONITOR ended at the limit of lines
    bool isTapBroken = false; ///< some commands were missed
};

/// Answer of whois(): who may hold a lock.
struct Whois {
    Judgement judgement;
    /// What its value says; nullopt: free, or not known to be a lock.
    std::optional<DecodedLock> lock;
    std::optional<std::string> connectionName; ///< name of the owner's connections, if known
    /// True if the name is known, all masters listed their clients, and no client has it. Also true
    /// for a lock that was taken to be left to its TTL (`lockctl acquire`).
    bool isConnectionGone = false;
    std::vector<WhoisClient> clients; ///< most certain first; at most kMaxClients
    std::size_t leftOut = 0; ///< clients beyond that
    std::vector<WhoisMaster> masters; ///< in the deployment's order

    static constexpr std::size_t kMaxClients = 200;

    /// True if a client holds the lock certainly or likely.
    [[nodiscard]] bool hasAnswer() const noexcept
    {
        return !clients.empty() && clients.front().certainty != Certainty::Possible;
    }
    /// Those that MONITOR heard try for the lock, and that are not known to hold it.
    [[nodiscard]] std::vector<WhoisClient> observedWaiters() const;
};

/// Options of whois().
struct WhoisOptions {
    /// Run MONITOR on all masters for this long, at most kLongestTap. A master then sends every
    /// command of every client to this process, which can halve its throughput, and buffers in
    /// memory what was not fetched yet. So only for users who have been warned. nullopt: no
    /// MONITOR.
    std::optional<std::chrono::milliseconds> tap{};
    std::size_t tapLines = 100'000; ///< per master, at most kMostLines
    /// Called every few milliseconds during MONITOR, on the thread that drives this call's loop. If
    /// it returns true, the call ends with what is known so far. Empty: never cancelled.
    std::function<bool()> isCancelled{};

    static constexpr std::chrono::milliseconds kLongestTap{10'000};
    static constexpr std::size_t kMostLines = 1'000'000;
};

/// Finds out which clients may hold `resource`: from its value on all masters, from CLIENT LIST
/// and, only if requested, from MONITOR. What a master refuses is reported in its WhoisMaster; the
/// rest continues. Of a Cluster, the shard that serves the resource is asked.
///
/// Errors: InvalidArgument for a tap or lines out of bounds, or if the deployment's formats can't
/// be used; System if no thread can be started. Blocks at most for the connect timeout, a few times
/// deployment.timeout, and the tap. No MONITOR is running any more when it returns. Safe to call
/// from any thread.
[[nodiscard]] Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock);

} // namespace lockkeeper::observe
