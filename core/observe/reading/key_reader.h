// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_records.h"
#include "core/redis/transport.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// Reads keys of one master in batches: value and TTL of strings in one pipeline, the types of
/// the few other keys in a second, their elements and TTLs in a third, waiters' queues in a
/// fourth, and the times of those who stand there in a fifth. See also KeyReading::takeQueue(). The
/// size of each reply is limited, whatever a key holds. A command that the server refuses to this
/// user is replaced by another where one exists: GETRANGE by GET, HSCAN by HGETALL, SSCAN by
/// SMEMBERS.
///
/// Strings that are known to be short are read by MGET, which costs the master a third less. If one
/// has become long meanwhile, the master sends all of it, once; it is dropped as it arrives. An
/// MGET that fails is the last one, and its keys are read one by one.
///
/// Used on the transport's thread. The transport and the clock must outlive this object. It may be
/// destroyed during a read; no callback is called afterwards.
class KeyReader {
public:
    /// Receives one reading, which it may move from. With an error, only the key's name is set.
    using Each = std::function<void(KeyReading& reading, const Error* error)>;
    /// Returns the keys of the queue of waiters beside this lock, if its format may have one. Also
    /// asked of keys that are not stored: the queue may outlive the lock.
    using QueueOf = std::function<std::optional<WaitQueue>(const KeyReading&)>;
    /// Returns the lock in whose queue the waiters of this list stand; nullopt: it is no such list.
    using LockOf = std::function<std::optional<std::string>(std::string_view list)>;
    /// Each may be empty.
    struct Queues {
        QueueOf of;
        LockOf lockOf; ///< whose lists are not read: their locks are, in their place
    };

    KeyReader(redis::Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
        Queues queues = {});
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    /// From now on asks these records. They must outlive this object.
    void use(const KeyRecords& records);
    void use(const KeyRecords&& records) = delete;

    /// Tries refused commands again: they may have been granted.
    void forgetRefusals() noexcept;

    /// Calls `each` exactly once for each key, in any order, and then `done`; never before this
    /// function has returned, unless there are no keys. Several reads may be in progress at once.
    void read(std::vector<std::string> keys, Each each, std::function<void()> done);

    /// Whether reads leave their memory, up to 200 bytes a key, to those that follow. At first they
    /// do not.
    void keepMemory(bool isKept) noexcept;

private:
    class Batch;
    struct State;
    std::shared_ptr<State> m_state;
};

/// Reads one key on all masters at once. Calls `done` once with one result per master, in their
/// order. The transports and the clock must outlive the read. `queueOf` is passed to the KeyReader.
void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done,
    const KeyReader::QueueOf& queueOf = {});

} // namespace lockkeeper::observe
