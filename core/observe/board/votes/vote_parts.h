// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/votes/votes.h"

namespace lockkeeper::observe {

/// Votes for another process, without the masters' names.
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
    [[nodiscard]] std::optional<Votes> votesOf(MasterIds masters) const;

    friend bool operator==(const VoteParts&, const VoteParts&) = default;
};

} // namespace lockkeeper::observe
