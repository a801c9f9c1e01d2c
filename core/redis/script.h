// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <absl/container/inlined_vector.h>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// A Lua script that is sent by its SHA-1 and, if the server does not know it, once in full.
/// Immutable; safe to share between threads.
class Script {
public:
    explicit Script(std::string source);

    [[nodiscard]] const std::string& source() const noexcept { return *m_source; }
    [[nodiscard]] const std::string& sha1() const noexcept { return m_sha1; }

    using Views = absl::InlinedVector<std::string_view, 4>;
    /// Only looked at while it is made ready: the strings have to live as long as that.
    struct Call {
        Views keys;
        Views arguments;
    };

    /// A call made ready to be sent to any number of masters; outlives the script and what it was
    /// called with. Immutable; copies share it.
    class Invocation {
    public:
        /// Sends EVALSHA and, on NOSCRIPT, EVAL, both within `timeout`. Calls `handler` exactly
        /// once, as Transport::send() does. `transport` and `clock` must outlive that call. If
        /// `isWanted` says no by then, EVAL is not sent, and NOSCRIPT is the outcome.
        void run(Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
            Transport::Handler handler, std::function<bool()> isWanted = {}) const;

        /// Sends EVAL by Transport::sendUndo(): in full, because the answer to an EVALSHA could
        /// come after everybody has stopped waiting for it, and the script would then not have run.
        void runUndo(Transport& transport, std::chrono::milliseconds timeout,
            Transport::Handler handler) const;

        /// The same by EVALSHA, which costs a master less, for one that is expected to answer. If
        /// it does not in time, EVAL follows, which nobody waits for; so the script must do no harm
        /// when it runs twice. `handler` is called when `timeout` is over at the latest, counted
        /// from `start`.
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

    /// Invocation::run() for one master.
    void run(Transport& transport, const Clock& clock, const Call& call,
        std::chrono::milliseconds timeout, Transport::Handler handler) const
    {
        prepare(call).run(transport, clock, timeout, std::move(handler));
    }
    /// Invocation::runUndo() for one master.
    void runUndo(Transport& transport, const Call& call, std::chrono::milliseconds timeout,
        Transport::Handler handler) const
    {
        prepare(call).runUndo(transport, timeout, std::move(handler));
    }

    /// The full command, as one would type it, for showing what will be sent.
    [[nodiscard]] Command evalCommand(const Call& call) const;

private:
    std::shared_ptr<const std::string> m_source; ///< shared with the calls under way
    std::string m_sha1;
};

} // namespace lockkeeper::redis
