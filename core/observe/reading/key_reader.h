// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/redis/transport.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lockkeeper::observe {

/// What the receiver knows of keys. Thread: the reader's.
class KeyRecords {
public:
    /// Fits into CPU caches, with the records.
    static constexpr std::size_t kMost = 64;

    KeyRecords() = default;
    virtual ~KeyRecords() = default;
    KeyRecords(const KeyRecords&) = delete;
    KeyRecords& operator=(const KeyRecords&) = delete;

    /// Prefetches records.
    virtual void expect(std::span<const KeyReading> next) const = 0;
    /// A bit per key last read as a short string, on any master.
    [[nodiscard]] virtual std::uint64_t findShort(std::span<const std::string> keys) const = 0;
};

/// Reads keys of one master in batches: docs/observation.md, "What it costs". Limits every reply's
/// size. Replaces refused commands; after a failed MGET reads all keys one by one. MGET is a third
/// cheaper for the master; a known string that has become long is sent whole once, and dropped as
/// it arrives.
///
/// Thread: the transport's. No callback runs after its destruction.
class KeyReader {
public:
    /// `reading` may be moved from; with an error it has only the key.
    using Each = std::function<void(KeyReading& reading, const Error* error)>;
    /// The queue beside this lock, if any; it may outlive the lock.
    using QueueOf = std::function<std::optional<WaitQueue>(const KeyReading&)>;
    using LockOf = std::function<std::optional<std::string>(std::string_view list)>;
    struct Queues {
        QueueOf of;
        LockOf lockOf; ///< reads the lock in place of its list; may be empty
    };

    KeyReader(redis::Transport& transport, const Clock& clock, std::chrono::milliseconds timeout,
        Queues queues = {});
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    void use(const KeyRecords& records);
    void use(const KeyRecords&& records) = delete;

    void forgetRefusals() noexcept;

    /// Calls `each` once per key, in any order, then `done`; both after the return, unless there
    /// are no keys. Reads may overlap.
    void read(std::vector<std::string> keys, Each each, std::function<void()> done);

    /// Reads pass their memory on, up to 200 bytes per key. Off at first.
    void keepMemory(bool isKept) noexcept;

private:
    class Batch;
    struct State;
    std::shared_ptr<State> m_state;
};

/// Calls `done` once, with a result per master. Transports and clock must outlive the read.
void readKeyOnAll(const std::vector<redis::Transport*>& masters, const Clock& clock,
    const std::string& key, std::chrono::milliseconds timeout,
    std::function<void(std::vector<Result<KeyReading>>)> done,
    const KeyReader::QueueOf& queueOf = {});

} // namespace lockkeeper::observe
