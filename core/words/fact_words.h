// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <span>
#include <string>
#include <vector>

// Facts about masters that matter for locks: see time_words.h.
namespace lockkeeper::words {

enum class FactTopic : std::uint8_t { Clock, Restarts, Eviction, Memory, Persistence };
inline constexpr std::size_t kFactTopics = static_cast<std::size_t>(FactTopic::Persistence) + 1;

enum class FactState : std::uint8_t {
    Fine,
    Unknown, ///< not read yet, or not permitted
    Advice, ///< a rare event, as a crash, loses locks
    Warning, ///< locks may be lost, or times shown wrong, now
};

struct MasterFact {
    FactTopic topic = FactTopic::Clock;
    FactState state = FactState::Unknown;
    std::string text{};
    std::string why{}; ///< why that matters for locks: one sentence
    std::string cure{}; ///< a command; empty: none known or needed
    friend bool operator==(const MasterFact&, const MasterFact&) = default;
};

/// A warning that can be mended; a restart is over.
[[nodiscard]] inline bool isRisk(const MasterFact& fact) noexcept
{
    return fact.state == FactState::Warning && fact.topic != FactTopic::Restarts;
}

[[nodiscard]] const char* factTopicName(FactTopic topic) noexcept;
[[nodiscard]] const char* factStateName(FactState state) noexcept;

[[nodiscard]] MasterFact clockFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact evictionFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact memoryFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact persistenceFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact restartsFact(const observe::MasterStatus& master, SteadyTime now);

/// "not read yet" without facts; unknown for a Cluster; none for another store. Also says that it
/// started later than another of `all`.
[[nodiscard]] std::vector<MasterFact> factsOf(const observe::MasterStatus& master, SteadyTime now,
    std::span<const observe::MasterStatus> all = {});

/// Warnings, else advice: "warning: clock, eviction". Empty without facts.
[[nodiscard]] std::string factsSummary(const std::vector<MasterFact>& facts);

} // namespace lockkeeper::words
