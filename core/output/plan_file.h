// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/apply.h"

namespace lockkeeper::output {

/// Which locks a plan is made of: those for which all that is given holds.
struct PlanSelection {
    /// The holder's host, exactly, or the id of its client.
    std::optional<std::string> holder{};
    std::optional<std::int64_t> pid{}; ///< of a process on that host; nullopt: any
    bool isStaleOnly = false; ///< observe::isStale()
    std::vector<std::string> patterns{}; ///< globs of names, of which one must match; empty: any

    /// The holder of a lock: its host and pid, or the id of its client. Nullopt if its value
    /// tells nothing.
    [[nodiscard]] static std::optional<PlanSelection> ofHolder(const observe::Holder& holder);
    [[nodiscard]] bool matches(const observe::LockEntry& entry) const;
    /// As on the command line: "--holder web-3:812 --stale". Raw bytes.
    [[nodiscard]] std::string text() const;
    /// "web-3:812"; raw bytes; empty: any holder.
    [[nodiscard]] std::string holderText() const;

private:
    [[nodiscard]] bool isOf(const observe::Holder& other) const;
};

/// A plan to free many locks, for a person to read and to cut down before it is applied. In its
/// file, the header and each lock have a seal, a hash of their fields and of the plan's id: lines
/// may be removed and `may_live` may be set, but another change shows. It protects from slips, not
/// from somebody who computes the hash anew.
struct PlanFile {
    std::string id;
    std::string deployment{};
    std::vector<release::JournalMaster> masters{}; ///< without users
    std::string selection{}; ///< in words
    std::vector<std::string> patterns{}; ///< of PlanSelection: they name locks
    std::optional<std::string> reason{};
    std::int64_t madeUnixMs = 0;
    std::string madeBy{}; ///< user@host
    std::vector<release::PlannedLock> locks{};

    [[nodiscard]] std::size_t count(release::Safety safety) const;
    [[nodiscard]] std::size_t count(release::Action action) const;
    /// What is done to its locks: "release", "revoke", or "mixed".
    [[nodiscard]] std::string_view action() const;
};

/// A plan, and the locks that were selected, but can't be freed.
struct MadePlan {
    struct LeftOut {
        Resource resource;
        Error reason; ///< its text is as a server may have written it
    };
    PlanFile file;
    std::vector<LeftOut> leftOut{};
};

/// A plan without locks yet, made now. System if there are no random bytes for its id.
[[nodiscard]] Result<PlanFile> newPlan(const config::Deployment& deployment, const Clock& clock);

/// What a plan tells of a lock whose token is freed so, with the verdict as it was shown. Pure.
[[nodiscard]] release::PlannedLock plannedLock(const observe::LockEntry& entry,
    const Fingerprint& token, release::Action action, release::ShownSafety shown, WallTime now);

/// Plans to free the leading token of each entry that the selection matches, in their order. A lock
/// is left out if it can't be released or revoked, if no token leads, if it is only possibly a
/// lock, or if a master foresees that it will refuse it, see release::foreseenRefusals(). Errors as
/// newPlan(). Looks for processes, and blocks for the answers of the masters, and of who knows of
/// other hosts: see LivenessSource.
[[nodiscard]] Result<MadePlan> makePlan(const config::Deployment& deployment,
    const std::vector<observe::LockEntryPtr>& entries, const PlanSelection& selection,
    release::Action action, std::optional<std::string> reason, const Clock& clock,
    const observe::ProcessProbe& processes);

/// Larger files are not read.
inline constexpr std::size_t kMostOfPlan = std::size_t{64} * 1024 * 1024;

/// Formats the plan as JSON Lines: the header, then one line a lock. Without tokens and passwords.
/// Pure.
[[nodiscard]] std::string formatPlan(const PlanFile& plan);

/// Parses formatPlan(). Accepts any bytes; empty lines count for nothing. Otherwise one sentence
/// for each line that is broken, altered, or there twice: "line 7: ...". Pure.
[[nodiscard]] tl::expected<PlanFile, std::vector<std::string>> parsePlan(std::string_view text);

/// InvalidArgument if the plan was made for other masters than those of the deployment. Pure.
[[nodiscard]] Result<void> checkMasters(const PlanFile& plan, const config::Deployment& deployment);

} // namespace lockkeeper::output
