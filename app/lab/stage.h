// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"
#include "core/result.h"

#include <functional>
#include <memory>

namespace lockkeeper::lab {

/// Where it is played: masters, contenders, and the ways between them, all of our own and real.
/// Everything ends with this object, or with the thread that made it. It is used by that thread
/// alone.
class Stage {
public:
    struct Options {
        std::size_t masters = 1;
        bool isInZooKeeper = false; ///< a server of it, instead of masters
        int locks = 1;
        bool hasReplica = false; ///< of master a
        bool areClocksSet = false; ///< of masters
        bool isDataKept = false; ///< on disk, so that masters can start again with it
        std::chrono::milliseconds ttl{3000}; ///< by which deeds reckon
    };
    /// Starts the masters. System, with one line that names the remedy, if one can't be started.
    /// Blocks for about half a second.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> start(const Options& options);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Starts a contender, which ends if it was there. System if it can't be started.
    [[nodiscard]] Result<void> startContender(
        char who, const Variant& way, std::chrono::milliseconds ttl);
    /// Waits until all of them are there, which takes a tenth of a second. System if one is not.
    [[nodiscard]] Result<void> awaitContenders();
    /// The run starts now.
    void begin();
    /// Does it, as far as that does not depend on others: a contender that takes the lock goes on
    /// trying afterwards. System if a master can't be started again.
    [[nodiscard]] Result<void> perform(const Deed& deed);
    /// Waits until one of the conditions is true (none: until that time), or something has failed.
    /// False if the time is up.
    [[nodiscard]] bool await(const std::vector<Condition>& conditions, SteadyTime until);
    /// The URLs of the masters, past the contenders' ways to them.
    [[nodiscard]] std::vector<std::string> urls() const;
    /// What was not part of the experiment: a process that died, or refused to do what it was told.
    [[nodiscard]] std::optional<Error> failure();
    /// What was seen so far.
    [[nodiscard]] Recording recording();
    /// What was seen since that time. What is older is forgotten.
    [[nodiscard]] Recording recordingSince(SteadyTime time);
    /// The contenders that were started, as they are; what deeds have made of them is not known.
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
