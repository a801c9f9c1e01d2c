// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

/// Resolves a host name on a thread of its own, so that a hanging resolver delays neither the loop,
/// nor another lookup, nor the end of the program. At most one thread at a time; a lookup that
/// starts while an earlier one runs gets its result.
///
/// Thread-safety: used on the loop's thread. Must be closed or destroyed before the loop.
class NameLookup {
public:
    using Addresses = Result<std::vector<std::string>>;
    using Function = std::function<Addresses(const std::string& host)>;
    using Handler = std::function<void(Addresses)>;

    /// `function` may block for any time. Empty: getaddrinfo().
    NameLookup(EventLoop& loop, std::string host, Function function);
    ~NameLookup() { close(); }
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

    /// Calls `handler` once, with addresses or with Unreachable, unless cancel() is called first.
    /// Never calls it before this function has returned. Never blocks.
    void start(Handler handler);
    /// Drops the handler without calling it.
    void cancel() noexcept;
    /// Drops the handler and detaches from the loop, which may then be destroyed.
    void close() noexcept;

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace lockkeeper::redis
