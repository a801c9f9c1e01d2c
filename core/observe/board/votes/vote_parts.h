// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/votes/votes.h"

namespace lockkeeper::observe {

/// All that Votes store but the masters' names, for another process.
struct VoteParts {
    static constexpr std::size_t kNoToken = 0xFFF;

    struct Cell {
        VoteState state = VoteState::NoAnswer;
        bool hasStored = false; ///< has failed, or lost a token
        bool isRemoved = false;
        std::size_t token = kNoToken; ///< in `tokens`; kNoToken: none, or forgotten
        std::optional<std::chrono::milliseconds> ttl{};
        SteadyTime readAt{};
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    std::vector<Cell> cells;
    std::vector<Fingerprint> tokens;
    std::vector<std::optional<Error>> errors;

    [[nodiscard]] static VoteParts of(const Votes& votes);
    /// nullopt: impossible.
    [[nodiscard]] std::optional<Votes> votesOf(MasterIds masters) const;

    friend bool operator==(const VoteParts&, const VoteParts&) = default;
};

} // namespace lockkeeper::observe
