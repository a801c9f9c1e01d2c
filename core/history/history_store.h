// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_file.h"
#include "core/history/records.h"
#include "core/result.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace lockkeeper::history {

struct StoreOptions {
    std::filesystem::path file; ///< see historyFileOf()
    std::chrono::hours age{30 * 24}; ///< intervals that ended longer ago are deleted
    std::uint64_t bytes = 256ULL << 20U; ///< size of the file; beyond it the oldest are deleted
    /// False: the masters are other ones each time, as those of a sandbox, so that a lock with the
    /// same value is another one.
    bool areSameMasters = true;
    std::chrono::milliseconds interval{500}; ///< minimum time between two transactions
    /// Most sightings waiting to be written. Further ones are dropped and counted.
    std::size_t queueLimit = 250'000;
    /// Receives one line for people about an event: a damaged file was set aside, the disk is full,
    /// another process records. Called in open() and on the store's thread; must not call the
    /// store.
    std::function<void(const std::string&)> onNotice{};
};

struct StoreStatus {
    bool isRecording = false; ///< false: another process records, or `error` is set
    /// Who records instead; nullopt: nobody known, or this one does.
    std::optional<RecordedBy> recordedBy{};
    std::optional<Error> error; ///< why nothing can be written now
    std::uint64_t written = 0; ///< changes written to the file
    std::uint64_t dropped = 0; ///< sightings and changes that did not fit into the queue
};

/// Records the sightings of a deployment's locks into a file of its own.
///
/// A background thread of low priority writes at most one transaction per interval, or some more
/// if much is queued; callers never wait for the disk. A batch is safe from a crash, also of the
/// machine, at most one interval plus the time of one write after record(). One process records at
/// a time. A store in another process stands by, and takes over when that process ends.
/// Thread-safety: all members from any thread.
class HistoryStore {
public:
    /// Opens or creates the file and reads it once to verify it. That takes some 10 ms per
    /// megabyte, so do not call it on a GUI thread. A damaged file is set aside, a new one is
    /// begun, and onNotice is called. Fails without a change if the directory can't be written, if
    /// the file belongs to a newer version (Unsupported), or if it is no history. `clock` must
    /// outlive the store.
    [[nodiscard]] static Result<std::unique_ptr<HistoryStore>> open(
        StoreOptions options, const Clock& clock);
    /// Writes what is queued, then stops.
    ~HistoryStore();

    /// Queues a batch. Never blocks. The batch is dropped if it belongs to an older generation, or
    /// if the queue is full.
    void record(Batch batch);

    /// Grows when the store needs all sightings again, with Sighting::mayPredateWatch set.
    [[nodiscard]] std::uint64_t generation() const noexcept;

    /// Blocks until everything recorded before is written. Returns the error if that failed; the
    /// data is kept and written again later.
    [[nodiscard]] Result<void> flush();

    [[nodiscard]] StoreStatus status() const;

private:
    class Writer;
    explicit HistoryStore(std::unique_ptr<Writer> writer);
    std::unique_ptr<Writer> m_writer;
};

} // namespace lockkeeper::history
