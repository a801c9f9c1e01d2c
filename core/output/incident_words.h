// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/output/incident.h"

#include <functional>
#include <string>

// What history and journal tell, in words. Unless it is said otherwise, text of servers and people
// has not passed through displaySafe(). All pure.
namespace lockkeeper::output {

/// "from 2026-11-21 03:00:00 UTC until now".
[[nodiscard]] std::string spanText(const Incident& incident);

/// A holder of the history, like words::holderText(): safe to show.
[[nodiscard]] std::string holderText(const history::HolderRecord& holder);
/// "3.0 s", "at least 3.0 s".
[[nodiscard]] std::string heldText(const history::Interval& interval);
/// How an operator ended it: "freed by ada". Interval::freedBy must not be empty. Safe to show.
[[nodiscard]] std::string freedText(const history::Interval& interval);
/// How an ownership ended: "expired"; "not yet, as of 2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string endText(const history::Interval& interval);
/// How long somebody has waited: "3.0 s"; "at least 3.0 s" if the end was not seen.
[[nodiscard]] std::string waitedText(const history::WaitRecord& wait);
/// How a wait ended: "over"; "last seen 2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string endText(const history::WaitRecord& wait);
/// "held -> free".
[[nodiscard]] std::string changeText(const history::VerdictChange& change);
/// "usually held for 3.0 s, 99 % of the time for at most 5.0 s (12 times seen)".
[[nodiscard]] std::string usualText(const history::UsualHold& usual);
/// "hand-overs: half of them within 0.2 s, 99 % within 1.0 s (12 times seen)".
[[nodiscard]] std::string handOversText(const history::HandOverTimes& times);

/// A vote of the journal: "a held 3f1c90ab, 24 s left".
[[nodiscard]] std::string voteText(const release::JournalVote& vote);
/// A kind of evidence by its name for programs, in a few words; an unknown name as it is.
[[nodiscard]] std::string evidenceText(const std::string& name);
/// The state of a master by its name for programs; an unknown name as it is.
[[nodiscard]] std::string masterStateText(const std::string& name);
/// The result of one master by its name for programs; an unknown name as it is.
[[nodiscard]] std::string resultText(const std::string& name);
/// What an action came to: see words::reportText(); for an acquire "acquired", "not acquired: ...".
/// Safe to show.
[[nodiscard]] std::string summaryOf(const release::JournalResult& result);

/// "release"; an action that this version does not know as it is.
[[nodiscard]] std::string actionText(const std::string& action);
/// "2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string timeText(const std::optional<WallTime>& time);

/// What makes plain text, which is safe to show, a part of a text with markup.
struct Markup {
    std::function<std::string(const std::string&)> name = [](const auto& safe) { return safe; };
    std::function<std::string(const std::string&)> sentence = name;
};

/// What happened to a lock, in a line each. Empty: there is nothing to tell.
struct Summary {
    std::string what; ///< what is wrong with it, or was before something was done; or its state
    std::string held; ///< how long, since when
    std::string waited; ///< who, and how long
    std::string done; ///< who did what, and why: see isInSummary()
    std::string outcome; ///< who has it now
};
[[nodiscard]] Summary summaryOf(
    const IncidentLock& lock, const Incident& incident, const Markup& markup = {});
/// True if the summary tells of this deed, which is one of the lock's: the latest three.
[[nodiscard]] bool isInSummary(const IncidentLock& lock, const release::Deed& deed);

/// "api@web-4 pid 99, token 3f1c90ab, after 0.4 s"; `holder` is its, perhaps quoted.
[[nodiscard]] std::string nextText(const NextHolder& next, const std::string& holder);
/// Who got the lock next: "api@web-4 pid 99, token 3f1c90ab, after 0.4 s"; "nobody is known".
/// `quoted` makes a holder, which is safe to show, a part of the text.
[[nodiscard]] std::string nextText(const IncidentLock& lock, const release::Deed& deed,
    const std::function<std::string(const std::string&)>& quoted);

} // namespace lockkeeper::output
