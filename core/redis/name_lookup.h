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

/// Looks a name up on a thread of its own, so that a resolver that hangs holds up nothing but
/// itself: not the loop, not another name, not the end of the program. At most one thread at a
/// time; what is started while it still runs takes its result.
///
/// Thread-safety: on the loop's thread; must be closed or destroyed before the loop.
class NameLookup {
public:
    using Addresses = Result<std::vector<std::string>>;
    using Function = std::function<Addresses(const std::string& host)>;
    using Handler = std::function<void(Addresses)>;

    /// `function` may block for any time; empty: the system's getaddrinfo().
    NameLookup(EventLoop& loop, std::string host, Function function);
    ~NameLookup() { close(); }
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

    /// Calls `handler` with addresses or with Unreachable, once and never before this call has
    /// returned, unless cancel() comes first. Never blocks.
    void start(Handler handler);
    /// Forgets the handler.
    void cancel() noexcept;
    /// Forgets the handler and the loop, which may go from then on.
    void close() noexcept;

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace lockkeeper::redis
