// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <string>
#include <vector>

// Facts about masters that matter for the locks that they store: see time_words.h. Both front ends
// and the connection test use these.
namespace lockkeeper::words {

enum class FactTopic : std::uint8_t { Clock, Restarts, Eviction, Memory, Persistence };
inline constexpr std::size_t kFactTopics = static_cast<std::size_t>(FactTopic::Persistence) + 1;

enum class FactState : std::uint8_t {
    Fine,
    Unknown, ///< not read yet, or not permitted
    Advice, ///< locks are lost in a rare case, as a crash
    Warning, ///< locks may be lost, or times shown wrong, as things are
};

/// One fact, as plain text.
struct MasterFact {
    FactTopic topic = FactTopic::Clock;
    FactState state = FactState::Unknown;
    std::string text{}; ///< what was found
    std::string why{}; ///< why that matters for locks: one sentence
    std::string cure{}; ///< a command that mends it; empty: none is known, or none is needed
    friend bool operator==(const MasterFact&, const MasterFact&) = default;
};

/// "clock", "restarts" ...
[[nodiscard]] const char* factTopicName(FactTopic topic) noexcept;
/// "fine", "not known", "advice", "warning".
[[nodiscard]] const char* factStateName(FactState state) noexcept;

[[nodiscard]] MasterFact clockFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact evictionFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact memoryFact(const observe::ServerFacts& facts);
[[nodiscard]] MasterFact persistenceFact(const observe::ServerFacts& facts);
/// How long the master has been running; restarts, failovers and losses of locks that were seen.
[[nodiscard]] MasterFact restartsFact(const observe::MasterStatus& master, SteadyTime now);

/// All facts, in the order of FactTopic. Without facts they are "not read yet"; of a Cluster they
/// are not known. None of another store than Redis.
[[nodiscard]] std::vector<MasterFact> factsOf(const observe::MasterStatus& master, SteadyTime now);

/// The topics of warnings, else of advice: "warning: clock, eviction"; "advice: persistence";
/// "fine"; "not known". Empty if there are none.
[[nodiscard]] std::string factsSummary(const std::vector<MasterFact>& facts);

} // namespace lockkeeper::words
