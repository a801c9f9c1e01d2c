// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/client_list.h"
#include "core/observe/formats/format.h"
#include "core/observe/verdict.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// How sure it is that a client holds a lock.
enum class Certainty { Certain, Likely, Unknown };

/// Why a client is named.
enum class Clue {
    SentToken, ///< (Certain) MONITOR saw it send the lock's own token along with the key
    TokenNamesConnection, ///< (Certain) the token's owner calls its connections by this name
    NameTellsHolder, ///< (Likely) its name holds what the lock's value tells of the holder
    WroteKey, ///< (Likely) MONITOR saw it change the key, without a token
    UsedKey, ///< (Unknown) MONITOR saw it use the key: it may wait for the lock, or just look
};

/// A client of one master that has to do with a lock.
struct WhoisClient {
    MasterId master;
    ClientInfo client; ///< of one that MONITOR alone has shown, the address only
    Certainty certainty = Certainty::Unknown;
    Clue clue = Clue::UsedKey;
    std::size_t commands = 0; ///< that use the key, as MONITOR has shown
    std::string lastCommand; ///< of these, the latest
    /// Clients with the same address, which can't be told apart (Unix sockets); 1: it is this one.
    std::size_t alike = 1;
};

/// What could be learned from one master.
struct WhoisMaster {
    MasterId master;
    std::optional<Error> readError; ///< why the key could not be read
    std::optional<Error> listError; ///< why its clients are not known, and how to grant that
    std::optional<Error> tapError; ///< why it could not be listened to, and how to grant that
    std::size_t clients = 0; ///< connected
    std::size_t lines = 0; ///< heard
    bool isTapFull = false; ///< listening ended at the limit of lines
    bool isTapBroken = false; ///< some commands were missed
};

/// The answer: who may hold a lock.
struct Whois {
    Verdict verdict = Verdict::Free;
    std::optional<Fingerprint> token; ///< the one that leads the votes
    std::optional<Recognised> lock; ///< what its value tells; nullopt: free, or no lock as far as
                                    ///< known
    std::vector<WhoisClient> clients; ///< the surest first; at most kMaxClients
    std::size_t leftOut = 0; ///< clients beyond that
    std::vector<WhoisMaster> masters; ///< in the deployment's order

    static constexpr std::size_t kMaxClients = 200;
};

/// How to ask.
struct WhoisOptions {
    /// Listen to all masters by MONITOR for so long, at most kLongestTap. A master then sends every
    /// command of every client here, which can halve what it gets done: for people who were told.
    /// Nullopt: nobody is listened to.
    std::optional<std::chrono::milliseconds> tap;
    std::size_t tapLines = 10'000; ///< of each master, at most
    /// Asked every few milliseconds while listening; true: end now, with what is known. Empty: no.
    std::function<bool()> isCancelled{};
    Formats formats = builtinFormats();

    static constexpr std::chrono::milliseconds kLongestTap{10'000};
};

/// Finds out which clients may hold `resource`: from the value on all masters, from CLIENT LIST
/// and, only where asked, from MONITOR. What a master refuses is told in its WhoisMaster; the rest
/// goes on. InvalidArgument for a tap that is too long; System if no thread can be started. Blocks
/// at most for the connect timeout, thrice deployment.timeout, and the tap. Nothing is listened to
/// any more when it returns. Safe to call from any thread.
[[nodiscard]] Result<Whois> whois(const config::Deployment& deployment, const Resource& resource,
    const WhoisOptions& options, const Clock& clock);

/// "certain", "likely", "unknown": for programs and people.
[[nodiscard]] const char* certaintyName(Certainty certainty) noexcept;
/// "sent-token", "token-names-connection", "name-tells-holder", "wrote-key", "used-key".
[[nodiscard]] const char* clueName(Clue clue) noexcept;

} // namespace lockkeeper::observe
