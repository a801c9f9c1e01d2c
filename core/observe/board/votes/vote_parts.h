// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/votes/votes.h"

namespace lockkeeper::observe {

/// All that Votes store except the masters' names, to send to another process.
struct VoteParts {
    static constexpr std::size_t kNoToken = 0xFFF;

    struct Cell {
        VoteState state = VoteState::NoAnswer;
        bool hasStored = false; ///< has failed, or lost a token
        bool isRemoved = false; ///< see Votes
        std::size_t token = kNoToken; ///< index in `tokens`; kNoToken: none, or forgotten
        std::optional<std::chrono::milliseconds> ttl{}; ///< as it was read
        SteadyTime readAt{};
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    std::vector<Cell> cells; ///< by master
    std::vector<Fingerprint> tokens;
    std::vector<std::optional<Error>> errors; ///< by master; empty: none

    [[nodiscard]] static VoteParts of(const Votes& votes);
    /// nullopt: no votes of these masters have such parts.
    [[nodiscard]] std::optional<Votes> votesOf(MasterIds masters) const;

    friend bool operator==(const VoteParts&, const VoteParts&) = default;
};

} // namespace lockkeeper::observe
