// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/verdict.h"
#include "core/observe/formats/format.h"
#include "core/observe/whois/client_list.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// How sure it is that a client holds a lock.
enum class Certainty { Certain, Likely, Possible };

/// Why a client is named, the best reason first.
enum class Clue {
    SentToken, ///< (Certain) MONITOR saw it send what the lock's owner alone knows, to take or
               ///< prolong it
    TokenNamesConnection, ///< (Likely) the token's owner calls its connections by this name
    NameTellsHolder, ///< (Likely) its name holds what the lock's value tells of the holder
    WroteKey, ///< (Likely) MONITOR saw it write the lock as only a holder should
    IdleSinceTaken, ///< (Likely, if it is the only one) idle for as long as the lock is held, since
                    ///< a command that may have taken it
    UsedKey, ///< (Possible) MONITOR saw it use the key so as to take the lock if it is free
    MayHaveTaken, ///< (Possible) its last command may have taken or prolonged a lock
    ReadKey, ///< (Possible) MONITOR saw it read or delete the key
};

/// A client of one master that has to do with a lock.
struct WhoisClient {
    MasterId master;
    ClientInfo client; ///< of one that MONITOR alone has shown, the address only
    Certainty certainty = Certainty::Possible;
    Clue clue = Clue::ReadKey;
    std::optional<Fingerprint> token{}; ///< which it holds, where the clue tells
    std::size_t commands = 0; ///< that use the key, as MONITOR has shown
    std::string lastCommand{}; ///< of these, the latest
    /// Clients with the same address, which can't be told apart (Unix sockets); 1: it is this one.
    std::size_t alike = 1;
};

/// What could be learned from one master.
struct WhoisMaster {
    MasterId master;
    std::optional<Error> readError{}; ///< why the key could not be read
    std::optional<Error> listError{}; ///< why its clients are not known, and how to grant that
    std::optional<Error> tapError{}; ///< why it could not be listened to, and how to grant that
    std::size_t clients = 0; ///< connected, but for ours
    std::size_t lines = 0; ///< heard
    bool isTapFull = false; ///< listening ended at the limit of lines
    bool isTapBroken = false; ///< some commands were missed
};

/// The answer: who may hold a lock.
struct Whois {
    Judgement judgement;
    std::optional<Recognised> lock; ///< what its value tells; nullopt: free, or no lock as far as
                                    ///< known
    std::optional<std::string> connectionName; ///< as the owner calls its connections, where known
    /// There is such a name, all masters told their clients, and none has it. Not for a lock that
    /// was taken to be left to its TTL (`lockctl acquire`).
    bool isConnectionGone = false;
    std::vector<WhoisClient> clients; ///< the surest first; at most kMaxClients
    std::size_t leftOut = 0; ///< clients beyond that
    std::vector<WhoisMaster> masters; ///< in the deployment's order

    static constexpr std::size_t kMaxClients = 200;

    /// Somebody who holds the lock, certainly or likely.
    [[nodiscard]] bool hasAnswer() const noexcept
    {
        return !clients.empty() && clients.front().certainty != Certainty::Possible;
    }
};

/// How to ask.
struct WhoisOptions {
    /// Listen to all masters by MONITOR for so long, at most kLongestTap. A master then sends every
    /// command of every client here, which can halve what it gets done, and keeps what is not
    /// fetched in its memory: for people who were told. Nullopt: nobody is listened to.
    std::optional<std::chrono::milliseconds> tap{};
    std::size_t tapLines = 100'000; ///< of each master, at most kMostLines
    /// Asked every few milliseconds while listening, on a thread of this call's own; true: end now,
    /// with what is known. Empty: no.
    std::function<bool()> isCancelled{};

    static constexpr std::chrono::milliseconds kLongestTap{10'000};
    static constexpr std::size_t kMostLines = 1'000'000;
};

/// Finds out which clients may hold `resource`: from the value on all masters, from CLIENT LIST
/// and, only where asked, from MONITOR. What a master refuses is told in its WhoisMaster; the rest
/// goes on. Of a Cluster the shard that serves the resource is asked. InvalidArgument for a tap or
/// lines out of bounds, or if the deployment's formats can't be used; System if no thread can be
/// started. Blocks at most for the connect timeout, four times deployment.timeout, and the tap.
/// Nothing is listened to any more when it returns. Safe to call from any thread.
[[nodiscard]] Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock);

/// "certain", "likely", "possible": for programs and people.
[[nodiscard]] const char* certaintyName(Certainty certainty) noexcept;
/// "sent-token", "token-names-connection" ...: for programs.
[[nodiscard]] const char* clueName(Clue clue) noexcept;

} // namespace lockkeeper::observe
