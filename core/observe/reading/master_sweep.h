// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/scheduler.h"
#include "core/observe/reading/key_reader.h"

namespace lockkeeper::observe {

/// How a sweep treats a master.
struct SweepOptions {
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, while they are few
    std::size_t maxKeysUnasked = 100'000; ///< without patterns: more on one master are not read
    std::chrono::milliseconds timeout{1000}; ///< per call
    std::size_t scanCount = 1000; ///< keys that one SCAN looks at
    std::size_t commandsPerSecond = 0; ///< at most, on average; 0: as fast as the master answers
};

/// Reads every key of one master that matches the patterns: SCAN and the reads of what it found go
/// hand in hand, so that the master is never idle and never busy for long. A master whose answers
/// get slow, or too large because of long names, is asked for less at a time. Keys may come more
/// than once, as SCAN's do. Names that no lock has are not read, but told with an error.
///
/// Lives on the transport's thread; may be destroyed while it runs. `reader`, `transport`, `clock`
/// and `scheduler` must outlive it.
class MasterSweep {
public:
    struct Access {
        redis::Transport& transport;
        KeyReader& reader;
        const Clock& clock;
        Scheduler& scheduler;
    };
    /// Gets the error that ended the sweep early: the master's, or TooManyKeys.
    using Done = std::function<void(std::optional<Error>)>;

    MasterSweep(Access access, SweepOptions options);
    ~MasterSweep();
    MasterSweep(const MasterSweep&) = delete;
    MasterSweep& operator=(const MasterSweep&) = delete;

    /// Starts; calls `each` for each key, and `done` exactly once, unless this is destroyed before.
    void start(KeyReader::Each each, Done done);
    /// Somebody else has sent the master so many commands, which count as this sweep's.
    void spend(std::size_t commands) noexcept;
    /// Keys that were read so far.
    [[nodiscard]] std::size_t keysRead() const noexcept;

private:
    class Run;
    std::shared_ptr<Run> m_run;
};

} // namespace lockkeeper::observe
