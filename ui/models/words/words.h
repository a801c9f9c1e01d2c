// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/master_vote.h"
#include "core/observe/board/lock_entry.h"
#include "core/redis/transport.h"
#include "core/release/report.h"
#include "ui/models/base/lease_info.h"
#include "ui/models/base/roles.h"

#include <QDateTime>
#include <QString>

// Translated words for people. Text from a server or another program has been passed through
// displaySafe(). The results are plain text: show them with Qt::PlainText. Only toolTipText()
// returns rich text.
namespace lockkeeper::ui {

/// Bytes from a server or another program as one line of plain text: see displaySafe().
[[nodiscard]] QString safeText(const std::string& bytes);
/// The same for a place within a sentence, whose order a name from right to left leaves alone.
[[nodiscard]] QString nameText(const std::string& bytes);
/// As safeText(), uncut: what a person copies, and types to name these bytes.
[[nodiscard]] QString wholeText(const std::string& bytes);
/// The bytes that a typed text names, as wholeText() shows them.
[[nodiscard]] std::string typedBytes(const QString& text);
/// True if the typed text names these bytes, as wholeText() shows them or as they are. What is cut
/// names nothing: others may begin alike.
[[nodiscard]] bool isNameOf(const QString& text, const std::string& bytes);
/// Plain text as a tool tip: escaped rich text that Qt shows exactly like the plain text.
/// Empty for an empty one.
[[nodiscard]] QString toolTipText(const QString& plain);

/// The badge of a deployment: "PRODUCTION", "STAGING", "DEVELOPMENT", "UNCLASSIFIED", "SANDBOX".
[[nodiscard]] QString deploymentWord(const config::Deployment& deployment);
/// The word in the red frame around the windows of production; empty for other deployments.
[[nodiscard]] QString frameWord(const config::Deployment& deployment);

/// The same moment for Qt, in UTC.
[[nodiscard]] QDateTime utcTime(WallTime time);

/// The patterns of a deployment: "lock:*, job:*"; "any key".
[[nodiscard]] QString patternsText(const config::Deployment& deployment);
/// Why an action is disabled while the deployment is read-only, and what to do.
[[nodiscard]] QString readOnlyHint(const QString& refusal = {});

/// "held", "minority", "split", "unknown", "free", "free, but queued".
[[nodiscard]] QString verdictText(observe::Verdict verdict);
/// "new", "passed on" (there is a new holder), "renewed", "gone"; empty for None.
[[nodiscard]] QString changeText(Change change);
/// A one-character sign beside changeText(): "+", "»", "↑", "–"; empty for None.
[[nodiscard]] QString changeSign(Change change);

// Most sentences are those of core/words, so that lockctl says the same.

/// The holder: "api@web-3 pid 812"; "thread 7, client 1f3c90ab…"; "unknown holder". The mode of a
/// read-write lock and the number of waiters are appended.
[[nodiscard]] QString holderText(const observe::DecodedLock& lock);
/// See words::holderByVotes().
[[nodiscard]] QString holderByVotes(
    const observe::LockEntry& entry, const observe::Judgement& judgement, const QString& holder);
/// The library that wrote the lock: "lk1". If several write the same: "redis-py or node-redlock".
[[nodiscard]] QString libraryText(const observe::DecodedLock& lock);
/// How sure it is that the key is a lock, and why: "likely: its name says lock".
[[nodiscard]] QString certaintyText(observe::ReasonedCertainty certainty);
/// All evidence at `now` in sentences, joined by "; ". Empty without evidence.
[[nodiscard]] QString evidenceText(const observe::EvidenceList& evidence, SteadyTime now);
/// All evidence in a few words each: "no TTL, holder's process gone". Empty without evidence.
[[nodiscard]] QString shortEvidenceText(const observe::EvidenceList& evidence);

/// One master's vote in a word: see words::voteText().
[[nodiscard]] QString voteText(const observe::LockEntry& entry, const observe::Vote& vote,
    const std::optional<Fingerprint>& token);
/// The votes of all masters: "a held, b no answer". `judgement` is the entry's own.
[[nodiscard]] QString votesText(
    const observe::LockEntry& entry, const observe::Judgement& judgement);
/// The mark of a vote, relative to the judgement's leading token.
[[nodiscard]] VoteMark voteMark(const observe::Vote& vote, const observe::Judgement& judgement);

/// The state without the reason: "up", "no answer for 12 s", "down", "refused".
[[nodiscard]] QString shortLinkStateText(const redis::LinkStatus& link, SteadyTime now);
/// The state with the latency, or with the error and its cure: "up 0.4 ms", "down: Connection
/// refused; check its address, and that it is running".
[[nodiscard]] QString linkStateText(const redis::LinkStatus& link, SteadyTime now);
/// "0.4 ms".
[[nodiscard]] QString latencyText(std::chrono::microseconds latency);

/// "8.2 s", "24 s", "5 m 03 s", "2 h 05 m", "6 d 04 h".
[[nodiscard]] QString durationText(std::chrono::milliseconds duration);
/// "8.2 s ago".
[[nodiscard]] QString agoText(std::chrono::milliseconds age);

/// The result of one master's release: "released", "already gone" ...
[[nodiscard]] QString masterResultText(release::MasterResult result);
/// One master's answer to an acquire, extend or release.
[[nodiscard]] QString masterVoteText(const lock::MasterVote& vote);
/// "held", "lost", "released".
[[nodiscard]] QString leaseStateText(LeaseStatus state);
/// The error in one line: its master if it has one, its text, and the cure.
[[nodiscard]] QString errorText(const Error& error);

} // namespace lockkeeper::ui
