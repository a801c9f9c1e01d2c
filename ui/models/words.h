// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/master_vote.h"
#include "core/observe/board/lock_entry.h"
#include "core/redis/transport.h"
#include "core/release/report.h"
#include "ui/models/lease_info.h"
#include "ui/models/roles.h"

#include <QString>

// Words for people, translated. Whatever came from a server or another program has been through
// displaySafe(); the results are plain text (show them with Qt::PlainText), but for toolTipText().
namespace lockkeeper::ui {

/// Bytes from outside as one line of plain text.
[[nodiscard]] QString safeText(const std::string& bytes);
/// Plain text as a tool tip: escaped, and marked so that Qt does not guess.
[[nodiscard]] QString toolTipText(const QString& plain);

/// "held", "minority", "split", "unknown", "free".
[[nodiscard]] QString verdictText(observe::Verdict verdict);
/// The verdict, but "stale" for a held lock with evidence.
[[nodiscard]] QString stateText(const observe::LockEntry& entry);
/// "new", "passed on" (to a new holder), "renewed", "gone"; empty for None.
[[nodiscard]] QString changeText(Change change);
/// A sign to go with the word: "+", "»", "↑", "–"; empty for None.
[[nodiscard]] QString changeSign(Change change);

/// "api@web-3 pid 812"; "thread 7, client 1f3c90ab..."; "unknown owner".
[[nodiscard]] QString holderText(const observe::Recognised& lock);
/// "lk1"; "redis-py or node-redlock".
[[nodiscard]] QString libraryText(const observe::Recognised& lock);
/// One reason as a sentence part: "no TTL: it never expires on its own".
[[nodiscard]] QString evidenceText(const observe::Evidence& evidence);
/// All reasons, joined; empty when there are none.
[[nodiscard]] QString evidenceText(const std::vector<observe::Evidence>& evidence);

[[nodiscard]] QString voteMarkText(VoteMark mark);
/// "a held, b no answer".
[[nodiscard]] QString votesText(const observe::LockEntry& entry);
/// How a vote looks in a row of marks, next to the token that leads.
[[nodiscard]] VoteMark voteMark(const observe::Vote& vote, const observe::Judgement& judgement);

/// "up 0.4 ms", "no answer for 12 s", "down: connection refused", "refused: wrong password".
[[nodiscard]] QString linkStateText(const redis::LinkStatus& link, SteadyTime now);
/// "0.4 ms".
[[nodiscard]] QString latencyText(std::chrono::microseconds latency);

/// "00:00:06", "6 d 04 h".
[[nodiscard]] QString durationText(std::chrono::milliseconds duration);
/// "8.2 s", "24 s", "03:20", "5 h 10 min", "6 d 04 h".
[[nodiscard]] QString remainingText(std::chrono::milliseconds remaining);
/// "never".
[[nodiscard]] QString neverText();
/// "0.3 s ago".
[[nodiscard]] QString agoText(std::chrono::milliseconds age);
/// Local date and time to the second.
[[nodiscard]] QString wallTimeText(WallTime time);

/// "released", "another holder has it now: left alone" ...
[[nodiscard]] QString masterResultText(release::MasterResult result);
/// What one master answered to an acquire, extend or release.
[[nodiscard]] QString masterVoteText(const lock::MasterVote& vote);
[[nodiscard]] QString leaseStateText(LeaseState state);
/// The class in words, the line that came with it, and the master.
[[nodiscard]] QString errorText(const Error& error);

} // namespace lockkeeper::ui
