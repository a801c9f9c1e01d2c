// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <string>
#include <vector>

namespace lockkeeper::redis {

/// A Lua script that is sent by its SHA-1 and, if the server does not know it, once in full.
/// Immutable; safe to share between threads.
class Script {
public:
    explicit Script(std::string source);

    [[nodiscard]] const std::string& source() const noexcept { return m_source; }
    [[nodiscard]] const std::string& sha1() const noexcept { return m_sha1; }

    struct Call {
        std::vector<std::string> keys;
        std::vector<std::string> arguments;
    };

    /// Sends EVALSHA and, on NOSCRIPT, EVAL, both within `timeout`. Calls `handler` exactly once,
    /// as Transport::send() does. `transport` and `clock` must outlive that call.
    void run(Transport& transport, const Clock& clock, Call call, std::chrono::milliseconds timeout,
        Transport::Handler handler) const;

    /// Sends EVAL by Transport::sendUndo(): in full, because the answer to an EVALSHA could come
    /// after everybody has stopped waiting for it, and the script would then not have run.
    void runUndo(Transport& transport, const Call& call, std::chrono::milliseconds timeout,
        Transport::Handler handler) const;

    /// The full command, as one would type it, for showing what will be sent.
    [[nodiscard]] Command evalCommand(const Call& call) const;

private:
    std::string m_source;
    std::string m_sha1;
};

} // namespace lockkeeper::redis
