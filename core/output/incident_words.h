// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/output/incident.h"

#include <functional>
#include <string>

// History and journal in words. Foreign text is raw unless "safe to show".
namespace lockkeeper::output {

[[nodiscard]] std::string spanText(const Incident& incident);

/// Safe to show.
[[nodiscard]] std::string recordedHolder(const history::HolderRecord& holder);
[[nodiscard]] std::string recordedLibrary(const history::Interval& interval);
[[nodiscard]] std::string heldText(const history::Interval& interval);
/// "freed by ada", by Interval::freedBy. Safe to show.
[[nodiscard]] std::string freedText(const history::Interval& interval);
/// "expired"; "not yet, as of 2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string endText(const history::Interval& interval);
[[nodiscard]] std::string waitedText(const history::WaitRecord& wait);
[[nodiscard]] std::string endText(const history::WaitRecord& wait);
[[nodiscard]] std::string changeText(const history::VerdictChange& change);
/// "usually held for 3.0 s; of 120 times, 99 % for at most 5.0 s".
[[nodiscard]] std::string usualText(const history::UsualHold& usual);
[[nodiscard]] std::string handOversText(const history::HandOverTimes& times);

[[nodiscard]] std::string voteText(const release::JournalVote& vote);
/// `name`: as in JSON. Unknown ones stay as they are.
[[nodiscard]] std::string evidenceText(const std::string& name);
[[nodiscard]] std::string masterStateText(const std::string& name);
[[nodiscard]] std::string resultText(const std::string& name);
[[nodiscard]] std::string acquiredText(const std::string& name);
/// As words::reportText(), or "acquired". Safe to show.
[[nodiscard]] std::string summaryOf(const release::JournalResult& result);

/// "956 of 20024 locks freed, 19068 not begun; it was stopped". Safe to show.
[[nodiscard]] std::string runText(const release::JournalPlan& run);

[[nodiscard]] std::string actionText(const std::string& action);
[[nodiscard]] std::string timeText(const std::optional<WallTime>& time);

/// How a format writes names and sentences. Default: plain text, safe to show.
struct Markup {
    std::function<std::string(const std::string&)> name = [](const auto& safe) { return safe; };
    std::function<std::string(const std::string&)> sentence = name;
};

/// One line each, or empty.
struct Summary {
    std::string what; ///< the fault, also one before a deed, or the state
    std::string held; ///< how long, since when
    std::string waited; ///< who, how long
    std::string done; ///< who did what, why: see isInSummary()
    std::string outcome; ///< who has it now
};
[[nodiscard]] Summary summaryOf(
    const IncidentLock& lock, const Incident& incident, const Markup& markup = {});
[[nodiscard]] bool isInSummary(const IncidentLock& lock, const release::Deed& deed);

/// "api@web-4 pid 99, token 3f1c90ab, after 0.4 s". `holder`: next.holder, perhaps quoted.
[[nodiscard]] std::string nextText(const NextHolder& next, const std::string& holder);
/// Or "nobody was seen to take it". `quoted`: its holder is safe to show.
[[nodiscard]] std::string nextText(const IncidentLock& lock, const release::Deed& deed,
    const std::function<std::string(const std::string&)>& quoted);

} // namespace lockkeeper::output
