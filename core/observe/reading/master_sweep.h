// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/scheduler.h"
#include "core/observe/reading/key_reader.h"

namespace lockkeeper::observe {

struct SweepOptions {
    std::vector<std::string> patterns; ///< SCAN globs; empty: all keys, if few
    /// Without patterns, a master with more keys is not swept.
    std::size_t maxKeysUnasked = 100'000;
    std::chrono::milliseconds timeout{1000}; ///< per call
    std::size_t scanCount = 1000;
    std::size_t commandsPerSecond = 0; ///< on average; 0: no limit
};

/// Reads all keys of a master that match the patterns; SCAN and reads overlap. May report a key
/// twice, as SCAN does. Names too long for a lock come with an error. Always ends:
/// docs/observation.md, "Limits". Thread: the transport's. May be destroyed during the sweep.
class MasterSweep {
public:
    struct Access {
        redis::Transport& transport;
        KeyReader& reader;
        const Clock& clock;
        Scheduler& scheduler;
    };
    /// The master's error, TooManyKeys, or redis::endlessScan().
    using Done = std::function<void(std::optional<Error>)>;

    MasterSweep(Access access, SweepOptions options);
    ~MasterSweep();
    MasterSweep(const MasterSweep&) = delete;
    MasterSweep& operator=(const MasterSweep&) = delete;

    using IsWanted = std::function<bool(const std::string& name)>;

    /// Calls `each` per wanted key (empty: all), then `done` once, unless destroyed before.
    void start(KeyReader::Each each, Done done, IsWanted isWanted = {});
    /// Counts others' commands.
    void spend(std::size_t commands) noexcept;
    /// Read or not wanted.
    [[nodiscard]] std::size_t keysRead() const noexcept;
    [[nodiscard]] std::size_t scans() const noexcept;
    /// Its names may be invented.
    [[nodiscard]] bool isEndless() const noexcept;

private:
    class Run;
    std::shared_ptr<Run> m_run;
};

} // namespace lockkeeper::observe
