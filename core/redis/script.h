// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// A Lua script, sent by its SHA-1, or in full if the server does not know it. Immutable; any
/// thread.
class Script {
public:
    explicit Script(std::string source);

    [[nodiscard]] const std::string& source() const noexcept { return *m_source; }
    [[nodiscard]] const std::string& sha1() const noexcept { return m_sha1; }

    struct Call {
        Arguments keys;
        Arguments arguments;
    };

    /// A prepared call for any number of masters.
    class Invocation {
    public:
        /// EVALSHA and, on NOSCRIPT, EVAL, within one `timeout`. If `isWanted` returns false then,
        /// NOSCRIPT is the outcome. `handler` as Transport::send(); `transport` and `clock` must
        /// live until then.
        void run(Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
            Transport::Handler handler, std::function<bool()> isWanted = {}) const;

        /// EVAL by Transport::sendUndo(): NOSCRIPT for an EVALSHA could come when nobody waits any
        /// more.
        void runUndo(Transport& transport, std::chrono::milliseconds timeout,
            Transport::Handler handler) const;

        /// EVALSHA, which is cheaper, for a master that should answer. A timeout sends EVAL as
        /// well, so the script may run twice. Calls `handler` by `start` + `timeout`.
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

    void run(Transport& transport, const Clock& clock, const Call& call,
        std::chrono::milliseconds timeout, Transport::Handler handler) const
    {
        prepare(call).run(transport, clock, timeout, std::move(handler));
    }
    void runUndo(Transport& transport, const Call& call, std::chrono::milliseconds timeout,
        Transport::Handler handler) const
    {
        prepare(call).runUndo(transport, timeout, std::move(handler));
    }

    [[nodiscard]] Command evalCommand(const Call& call) const;

private:
    std::shared_ptr<const std::string> m_source;
    std::string m_sha1;
};

} // namespace lockkeeper::redis
