// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_file.h"
#include "core/history/place.h"
#include "core/history/records.h"
#include "core/result.h"

#include <functional>
#include <memory>

namespace lockkeeper::history {

struct StoreOptions {
    Place place; ///< see historyOf()
    std::chrono::hours age{30 * 24}; ///< older intervals are deleted
    std::uint64_t bytes = 256ULL << 20U; ///< of a file; beyond it the oldest go
    /// False, as in a sandbox: an equal value is another lock.
    bool areSameMasters = true;
    std::chrono::milliseconds interval{500}; ///< least time between transactions
    /// Further ones are dropped and counted.
    std::size_t queueLimit = 250'000;
    /// One line for people: a damaged file set aside, a full disk, another recorder. Called in
    /// open() and on the store's thread; must not call the store.
    std::function<void(const std::string&)> onNotice{};
};

struct StoreStatus {
    bool isRecording = false; ///< false: another process records, or `error` is set
    /// nullopt: unknown, or this process.
    std::optional<RecordedBy> recordedBy{};
    std::optional<Error> error; ///< why nothing can be written now
    std::uint64_t written = 0; ///< changes
    std::uint64_t dropped = 0; ///< sightings and changes beyond the queue's limit
};

/// Records a deployment's sightings into its own history.
/// Threads: all members from any; a low-priority thread writes one transaction per interval, or
/// more if much is queued. Callers never wait for the disk.
/// Durability: a batch survives a crash of the machine one interval plus one write after record().
/// Processes: one records; another store stands by and takes over.
/// A database's server that goes away: what is queued and not yet committed is kept, and written
/// once when the server is back.
class HistoryStore {
public:
    /// Opens or creates and verifies the file, 10 ms per megabyte: not for a GUI thread. Sets a
    /// damaged one aside. Fails without a change for an unwritable directory, a newer version
    /// (Unsupported), another file, or a server that can't be used. `clock` must outlive the store.
    [[nodiscard]] static Result<std::unique_ptr<HistoryStore>> open(
        StoreOptions options, const Clock& clock);
    /// Writes the queue before it returns.
    ~HistoryStore();

    /// Never blocks. Drops an older generation's batch, and if the queue is full.
    void record(Batch batch);

    /// Grows when all sightings are needed again, with Sighting::mayPredateWatch.
    [[nodiscard]] std::uint64_t generation() const noexcept;

    /// Blocks until all is written. After an error the data is written later.
    [[nodiscard]] Result<void> flush();

    [[nodiscard]] StoreStatus status() const;

private:
    class Writer;
    explicit HistoryStore(std::unique_ptr<Writer> writer);
    std::unique_ptr<Writer> m_writer;
};

} // namespace lockkeeper::history
