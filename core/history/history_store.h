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
    std::chrono::milliseconds interval{500}; ///< usual time between writes
    /// More are dropped.
    std::size_t queueLimit = 250'000;
    /// One line for people. Called in open() and on the store's thread; must not call the store.
    std::function<void(const std::string&)> onNotice{};
};

struct StoreStatus {
    bool isRecording = false; ///< false: another process records, or `error` is set
    /// nullopt: unknown, or this process
    std::optional<RecordedBy> recordedBy{};
    std::optional<Error> error;
    std::uint64_t written = 0; ///< changes
    std::uint64_t dropped = 0; ///< by the queue's limit
};

/// Records a deployment's sightings into its history: docs/history.md. Thread: any; a low-priority
/// thread writes, so callers never wait for the disk. One process records; other stores stand by.
class HistoryStore {
public:
    /// Verifies the file, 10 ms per megabyte: not for a GUI thread. Sets a damaged one aside.
    /// Refuses an unwritable directory, a newer version (Unsupported), another program's file, an
    /// unusable server. `clock` must outlive the store.
    [[nodiscard]] static Result<std::unique_ptr<HistoryStore>> open(
        StoreOptions options, const Clock& clock);
    /// Writes the queue first.
    ~HistoryStore();

    /// Never blocks. Drops the batch if its generation is old or the queue is full.
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
