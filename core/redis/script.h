// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// A Lua script. It is sent by its SHA-1, and once in full if the server does not know it.
/// Immutable; safe to share between threads.
class Script {
public:
    explicit Script(std::string source);

    [[nodiscard]] const std::string& source() const noexcept { return *m_source; }
    [[nodiscard]] const std::string& sha1() const noexcept { return m_sha1; }

    struct Call {
        Arguments keys;
        Arguments arguments;
    };

    /// A prepared call that can be sent to any number of masters. Does not depend on the Script or
    /// on the arguments any more. Immutable; copies share the data.
    class Invocation {
    public:
        /// Sends EVALSHA and, on NOSCRIPT, EVAL, both within `timeout`. Calls `handler` exactly
        /// once, as Transport::send() does. `transport` and `clock` must live until then. If
        /// `isWanted` is set and returns false after NOSCRIPT, EVAL is not sent, and NOSCRIPT is
        /// the outcome.
        void run(Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
            Transport::Handler handler, std::function<bool()> isWanted = {}) const;

        /// Sends EVAL by Transport::sendUndo(). Not EVALSHA: its NOSCRIPT answer could come after
        /// everybody has stopped waiting, and the script would not have run.
        void runUndo(Transport& transport, std::chrono::milliseconds timeout,
            Transport::Handler handler) const;

        /// Undoes by EVALSHA, which costs a master less; for a master that is expected to answer.
        /// After a timeout EVAL is sent as well, without waiting for its answer, so the script may
        /// run twice and must do no harm then. `handler` is called at the latest `timeout` after
        /// `start`.
        void runUndoBySha(Transport& transport, const Clock& clock, SteadyTime start,
            std::chrono::milliseconds timeout, Transport::Handler handler) const;

    private:
        friend class Script;
        struct Parts {
            std::shared_ptr<const std::string> source;
            Command bySha;

            [[nodiscard]] Command inFull() const;
        };
        explicit Invocation(Parts parts)
            : m_parts(std::make_shared<const Parts>(std::move(parts)))
        { }
        std::shared_ptr<const Parts> m_parts;
    };
    [[nodiscard]] Invocation prepare(const Call& call) const;

    /// Invocation::run() on one master.
    void run(Transport& transport, const Clock& clock, const Call& call,
        std::chrono::milliseconds timeout, Transport::Handler handler) const
    {
        prepare(call).run(transport, clock, timeout, std::move(handler));
    }
    /// Invocation::runUndo() on one master.
    void runUndo(Transport& transport, const Call& call, std::chrono::milliseconds timeout,
        Transport::Handler handler) const
    {
        prepare(call).runUndo(transport, timeout, std::move(handler));
    }

    /// The full EVAL command, as one would type it, to show what will be sent.
    [[nodiscard]] Command evalCommand(const Call& call) const;

private:
    std::shared_ptr<const std::string> m_source; ///< shared with calls in progress
    std::string m_sha1;
};

} // namespace lockkeeper::redis
