// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/scheduler.h"
#include "core/observe/reading/key_reader.h"

namespace lockkeeper::observe {

/// Options of a sweep.
struct SweepOptions {
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, if they are few
    /// Without patterns: a master with so many keys or more is not swept.
    std::size_t maxKeysUnasked = 100'000;
    std::chrono::milliseconds timeout{1000}; ///< per call
    std::size_t scanCount = 1000; ///< COUNT of each SCAN
    std::size_t commandsPerSecond = 0; ///< average limit; 0: as fast as the master answers
};

/// Reads every key of one master that matches the patterns. SCAN and the reads of the keys found
/// overlap, so that the master is never idle and never busy for long. If replies become slow, or
/// too large because of long names, less is requested at a time. Like SCAN, it may report a key
/// more than once. A name that no lock can have is not read, but reported with an error.
///
/// A sweep ends, whatever the master answers. A scan that comes to far more than the keys which the
/// master holds by DBSIZE counts as endless: see docs/observation.md, "Limits".
///
/// Used on the transport's thread; may be destroyed during the sweep, which `reader`, `transport`,
/// `clock` and `scheduler` must outlive.
class MasterSweep {
public:
    struct Access {
        redis::Transport& transport;
        KeyReader& reader;
        const Clock& clock;
        Scheduler& scheduler;
    };
    /// Receives the error that ended the sweep early: the master's, TooManyKeys, or
    /// redis::endlessScan().
    using Done = std::function<void(std::optional<Error>)>;

    MasterSweep(Access access, SweepOptions options);
    ~MasterSweep();
    MasterSweep(const MasterSweep&) = delete;
    MasterSweep& operator=(const MasterSweep&) = delete;

    /// True if the key of this name is to be read.
    using IsWanted = std::function<bool(const std::string& name)>;

    /// Starts. Calls `each` for each key that is wanted (empty: all are), and `done` exactly once,
    /// unless this object is destroyed before.
    void start(KeyReader::Each each, Done done, IsWanted isWanted = {});
    /// Counts commands that others sent to the master against the limit of this sweep.
    void spend(std::size_t commands) noexcept;
    /// Number of keys seen so far, read or not wanted.
    [[nodiscard]] std::size_t keysRead() const noexcept;
    /// Number of replies to SCAN so far.
    [[nodiscard]] std::size_t scans() const noexcept;
    /// True if it was ended because no honest master scans like that: the names that it found may
    /// be invented.
    [[nodiscard]] bool isEndless() const noexcept;

private:
    class Run;
    std::shared_ptr<Run> m_run;
};

} // namespace lockkeeper::observe
