// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"
#include "core/result.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace lockkeeper::history {

struct StoreOptions {
    std::filesystem::path file; ///< see historyFileOf()
    std::chrono::hours age{30 * 24}; ///< what ended longer ago is deleted
    std::uint64_t bytes = 256ULL << 20U; ///< of the file; beyond that the oldest is deleted
    std::chrono::milliseconds interval{500}; ///< between two transactions
    /// Sightings that wait to be written. When more come, they are dropped and counted.
    std::size_t queueLimit = 250'000;
    /// One line for people about what happened to the history: a damaged file was set aside, the
    /// disk is full, another process records. Runs in open() and on the store's thread; must not
    /// call the store.
    std::function<void(const std::string&)> onNotice{};
};

struct StoreStatus {
    bool isRecording = false; ///< false: another process records, or `error`
    std::optional<Error> error; ///< why nothing can be written at present
    std::uint64_t written = 0; ///< changes that are in the file
    std::uint64_t dropped = 0; ///< sightings and changes that did not fit into the queue
};

/// Records what is seen of a deployment's locks into a file of its own.
///
/// A thread of its own writes at most one transaction an interval; whoever records never waits for
/// the disk. After record() it takes at most one interval and the time of one write until a batch
/// is safe from a crash, of the machine too. One process records at a time; a store in another
/// stands by and takes over when that one ends. Thread-safety: all members from any thread.
class HistoryStore {
public:
    /// Opens or creates the file and reads it once to see that it is sound: some 10 ms a megabyte,
    /// so keep it off a GUI thread. A damaged one is set aside and a new one begun, which onNotice
    /// is told. Fails, and changes nothing, if the directory can't be written, if the file belongs
    /// to a newer version (Unsupported) or is no history. `clock` must outlive the store.
    [[nodiscard]] static Result<std::unique_ptr<HistoryStore>> open(
        StoreOptions options, const Clock& clock);
    /// Writes what waits, then ends.
    ~HistoryStore();

    /// Takes what was seen. Never blocks. Dropped if it was made for an older generation, or if too
    /// much waits.
    void record(Batch batch);

    /// Grows when the store needs to be told everything anew, with Sighting::wasThere.
    [[nodiscard]] std::uint64_t generation() const noexcept;

    /// Waits until what was recorded before is written. The error if it could not be; it is kept
    /// and tried again.
    [[nodiscard]] Result<void> flush();

    [[nodiscard]] StoreStatus status() const;
    [[nodiscard]] const std::filesystem::path& file() const noexcept;

private:
    class Writer;
    explicit HistoryStore(std::unique_ptr<Writer> writer);
    std::unique_ptr<Writer> m_writer;
};

} // namespace lockkeeper::history
