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
    Place place; ///< historyOf()
    std::chrono::hours age{30 * 24};
    std::uint64_t bytes = 256ULL << 20U; ///< of a file; the oldest go first
    /// False: as in a sandbox, an equal value is another lock.
    bool areSameMasters = true;
    std::chrono::milliseconds interval{500}; ///< least time between transactions
    /// More are dropped and counted.
    std::size_t queueLimit = 250'000;
    /// One line for people: a damaged file, a full disk, another recorder. Called in open() and on
    /// the store's thread; must not call the store.
    std::function<void(const std::string&)> onNotice{};
};

struct StoreStatus {
    bool isRecording = false; ///< false: another process records, or `error` is set
    /// nullopt: unknown, or this process
    std::optional<RecordedBy> recordedBy{};
    std::optional<Error> error; ///< why nothing can be written now
    std::uint64_t written = 0; ///< changes
    std::uint64_t dropped = 0; ///< by the queue's limit
};

/// Records a deployment's sightings into its history.
/// - Thread: any. A low-priority thread writes a transaction per interval, or more if much is
///   queued. Callers never wait for the disk.
/// - Durability: a batch survives a crash of the machine after an interval plus a write.
/// - Processes: one records; other stores stand by and take over.
/// - A lost database server: uncommitted data is kept, and written once when it is back.
class HistoryStore {
public:
    /// Opens or creates and verifies the file, 10 ms per megabyte: not for a GUI thread. Sets a
    /// damaged one aside. Refuses unchanged: an unwritable directory, a newer version
    /// (Unsupported), another file, an unusable server. `clock` must outlive the store.
    [[nodiscard]] static Result<std::unique_ptr<HistoryStore>> open(
        StoreOptions options, const Clock& clock);
    /// Writes the queue first.
    ~HistoryStore();

    /// Never blocks. Drops the batch if it is of an older generation, or the queue is full.
    void record(Batch batch);

    /// Grows when all sightings are needed again, with Sighting::mayPredateWatch.
    [[nodiscard]] std::uint64_t generation() const noexcept;

    /// Blocks until all is written. Data of a failed write is kept for later.
    [[nodiscard]] Result<void> flush();

    [[nodiscard]] StoreStatus status() const;

private:
    class Writer;
    explicit HistoryStore(std::unique_ptr<Writer> writer);
    std::unique_ptr<Writer> m_writer;
};

} // namespace lockkeeper::history
