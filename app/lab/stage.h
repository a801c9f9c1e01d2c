// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"
#include "core/result.h"

#include <functional>
#include <memory>

namespace lockkeeper::lab {

/// An experiment's real servers, contenders and connections. They end with this object or the
/// thread that made it, which alone may use it.
class Stage {
public:
    struct Options {
        std::size_t masters = 1;
        bool isInZooKeeper = false;
        int locks = 1;
        bool hasReplica = false;
        bool areClocksSet = false;
        bool isDataKept = false; ///< masters can restart with it
        std::chrono::milliseconds ttl{3000}; ///< scales the deeds
    };
    /// System, with the remedy in one line, if a server can't start. Blocks about 0.5 s.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> start(const Options& options);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Kills its earlier process. System if it can't start.
    [[nodiscard]] Result<void> startContender(
        char who, const Variant& way, std::chrono::milliseconds ttl);
    /// Blocks about 0.1 s. System on timeout.
    [[nodiscard]] Result<void> awaitContenders();
    void begin();
    /// Waits for nobody: a contender may try for longer. System if a master can't restart.
    [[nodiscard]] Result<void> perform(const Deed& deed);
    /// Blocks for one true condition or a failure. False if `until` comes first.
    [[nodiscard]] bool await(const std::vector<Condition>& conditions, SteadyTime until);
    /// The masters', not the taps'.
    [[nodiscard]] std::vector<std::string> urls() const;
    /// A process died or refused a command.
    [[nodiscard]] std::optional<Error> failure();
    [[nodiscard]] Recording recording();
    /// Deletes what is older.
    [[nodiscard]] Recording recordingSince(SteadyTime time);
    /// Without the effects of deeds, as a pause.
    [[nodiscard]] std::vector<ContenderState> contenders();
    [[nodiscard]] Till till();
    [[nodiscard]] bool isRunning(std::size_t master);
    [[nodiscard]] bool hasReplica() const noexcept;

private:
    struct Private;
    explicit Stage(std::unique_ptr<Private> d);
    [[nodiscard]] bool awaitThat(std::function<bool()> isTrue, SteadyTime until);
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
