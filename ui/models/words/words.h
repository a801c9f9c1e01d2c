// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/master_vote.h"
#include "core/observe/board/failover.h"
#include "core/observe/board/lock_entry.h"
#include "core/redis/transport.h"
#include "core/release/report.h"
#include "ui/models/base/lease_info.h"
#include "ui/models/base/roles.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

// Server text passes through displaySafe(). Plain text (use Qt::PlainText), except toolTipText().
namespace lockkeeper::ui {

/// For free functions: `Words::tr("...")`.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::Words)
};

/// For texts of the core, which are UTF-8 and safe to show.
[[nodiscard]] inline QString toQt(const std::string& text)
{
    return QString::fromStdString(text);
}
[[nodiscard]] inline QString toQt(const char* text)
{
    return QString::fromUtf8(text);
}

[[nodiscard]] QString safeText(const std::string& bytes);
/// An empty name is quoted.
[[nodiscard]] QString safeText(const Resource& resource);
/// For sentences: a right-to-left name reorders nothing.
[[nodiscard]] QString nameText(const std::string& bytes);
/// Never cut: to copy, or to type.
[[nodiscard]] QString wholeText(const std::string& bytes);
/// Inverse of wholeText().
[[nodiscard]] std::string typedBytes(const QString& text);
/// wholeText() or the bytes; a cut text never matches.
[[nodiscard]] bool isNameOf(const QString& text, const std::string& bytes);
/// True for what isNameOf(), and for its beginnings.
[[nodiscard]] bool mayBecomeNameOf(const QString& text, const std::string& bytes);
[[nodiscard]] QString toolTipText(const QString& plain);

/// Of a single server, "0 of 1" would count.
[[nodiscard]] QString quorumText(const observe::QuorumState& state);
[[nodiscard]] QString deploymentWord(const config::Deployment& deployment);
[[nodiscard]] QString frameWord(const config::Deployment& deployment);

[[nodiscard]] QDateTime utcTime(WallTime time);

[[nodiscard]] QString patternsText(const config::Deployment& deployment);
/// With the cure.
[[nodiscard]] QString readOnlyHint(const QString& refusal = {});

[[nodiscard]] QString changeText(Change change);
[[nodiscard]] QString changeSign(Change change);

/// "api@web-3 pid 812"; "unknown holder". Also a read-write lock's mode and waiters.
[[nodiscard]] QString holderText(const observe::DecodedLock& lock);
[[nodiscard]] QString holderByVotes(
    const observe::LockEntry& entry, const observe::Judgement& judgement, const QString& holder);

/// "a held, b no answer".
[[nodiscard]] QString votesText(
    const observe::LockEntry& entry, const observe::Judgement& judgement);
[[nodiscard]] VoteMark voteMark(const observe::Vote& vote, const observe::Judgement& judgement);

[[nodiscard]] QString durationText(std::chrono::milliseconds duration);

[[nodiscard]] QString masterVoteText(const lock::MasterVote& vote);
[[nodiscard]] QString leaseStateText(LeaseStatus state);
[[nodiscard]] QString errorText(const Error& error);

} // namespace lockkeeper::ui
