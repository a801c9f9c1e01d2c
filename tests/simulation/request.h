// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <absl/container/inlined_vector.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::simulation {

struct Request;
struct Session;

/// Who sent a request.
class Requester {
public:
    Requester() = default;
    Requester(const Requester&) = delete;
    Requester& operator=(const Requester&) = delete;
    virtual ~Requester() = default;
    /// The master has executed the request; the reply is in it.
    virtual void onExecuted(Request& request) = 0;
};

/// A command on its way to a master, and its reply on the way back.
struct Request {
    Requester* from = nullptr;
    std::shared_ptr<Session> session; ///< the connection that it came by; null: a late copy
    std::uint64_t id = 0;
    std::string wire;
    absl::InlinedVector<std::string_view, 12> arguments; ///< views of `wire`
    std::string token; ///< that it is for; empty: for none
    redis::Reply reply;

    /// Fills in the command, its arguments and its token.
    void set(const std::string& command);
    [[nodiscard]] bool isScript() const noexcept
    {
        return arguments[0] == "EVAL" || arguments[0] == "EVALSHA";
    }
    [[nodiscard]] bool isCopy() const noexcept { return session == nullptr; }
};

/// Owns all requests of a run. Those that are given back are used again, with their memory.
class RequestPool {
public:
    [[nodiscard]] Request& take();
    void give(Request& request);

private:
    std::vector<std::unique_ptr<Request>> m_all;
    std::vector<Request*> m_free;
};

} // namespace lockkeeper::simulation
