// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/redis/transport.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lockkeeper::observe {

/// Reads keys of one master, many at a time: value and TTL of strings in one pipeline, the few keys
/// of other types in a second one. Every reply is bounded, whatever the key holds. Commands that
/// the server refuses to this user are replaced by others where there are some: GETRANGE by GET,
/// HSCAN by HGETALL, SSCAN by SMEMBERS.
///
/// Lives on the transport's thread. The transport and the clock must outlive it; it may be
/// destroyed while it reads, and nobody is called any more then.
class KeyReader {
public:
    /// Gets one reading, to be moved from; or, with an error, no more than the key's name.
    using Each = std::function<void(KeyReading& reading, const Error* error)>;
    /// Told the names that come next, for whoever wants to have at hand what it knows of them:
    /// looking for many at once is several times faster than for one after the other.
    using Announce = std::function<void(std::span<const KeyReading> next)>;
    /// The key of a list of waiters beside this lock, if it may have one.
    using QueueKey = std::function<std::optional<std::string>(const KeyReading&)>;

    KeyReader(redis::Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
        QueueKey queueKey = {});
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    void announceTo(Announce announce);

    /// Commands that were refused are tried once more: they may have been granted.
    void forgetRefusals() noexcept;

    /// Calls `each` exactly once for each key, in any order, and then `done`; never before it has
    /// returned. Several reads may be under way at once.
    void read(std::vector<std::string> keys, Each each, std::function<void()> done);

private:
    class Batch;
    struct State;
    std::shared_ptr<State> m_state;
};

/// Reads one key on all masters at once; calls `done` once with one result per master, in their
/// order. The transports and the clock must outlive the reading.
void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done);

} // namespace lockkeeper::observe
