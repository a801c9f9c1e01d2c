// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/apply.h"

namespace lockkeeper::output {

/// All criteria must be met.
struct PlanSelection {
    /// Exact host, or client id.
    std::optional<std::string> holder{};
    std::optional<std::int64_t> pid{}; ///< nullopt: any
    bool isStaleOnly = false;
    std::vector<std::string> patterns{}; ///< globs; empty: any

    /// By host and pid, or client id. nullopt: unknown holder.
    [[nodiscard]] static std::optional<PlanSelection> ofHolder(const observe::Holder& holder);
    [[nodiscard]] bool matches(const observe::LockEntry& entry) const;
    /// "--holder web-3:812 --stale"; raw bytes.
    [[nodiscard]] std::string text() const;
    /// "web-3:812"; raw bytes; empty: any.
    [[nodiscard]] std::string holderOption() const;

private:
    [[nodiscard]] bool isOf(const observe::Holder& other) const;
};

/// A plan to free many locks, which a person reviews first. Header and locks have a seal: a hash of
/// their fields and the plan's id. Lines may go and `may_live` may be set; other changes are
/// noticed. Catches slips, not attackers.
struct PlanFile {
    std::string id;
    std::string deployment{};
    std::vector<release::JournalMaster> masters{};
    std::string selection{}; ///< in words
    std::vector<std::string> patterns{};
    std::optional<std::string> reason{};
    std::int64_t madeUnixMs = 0;
    std::string madeBy{};
    std::vector<release::PlannedLock> locks{};

    [[nodiscard]] std::size_t count(release::Safety safety) const;
    [[nodiscard]] std::size_t count(release::Action action) const;
    [[nodiscard]] std::string_view action() const;
};

struct MadePlan {
    struct LeftOut {
        Resource resource;
        Error reason; ///< raw
    };
    PlanFile file;
    std::vector<LeftOut> leftOut{};
};

/// Without locks. System without random bytes.
[[nodiscard]] Result<PlanFile> newPlan(const config::Deployment& deployment, const Clock& clock);

[[nodiscard]] release::PlannedLock plannedLock(const observe::LockEntry& entry,
    const Fingerprint& token, release::Action action, release::ShownSafety shown, WallTime now);

/// Plans to free each selected entry's leading token, in order. Leaves out locks that can't be
/// freed, have no leading token, are only possible, or would be refused
/// (release::foreseenRefusals()). Errors as newPlan(). Blocks for masters, processes and
/// LivenessSource.
[[nodiscard]] Result<MadePlan> makePlan(const config::Deployment& deployment,
    const std::vector<observe::LockEntryPtr>& entries, const PlanSelection& selection,
    release::Action action, std::optional<std::string> reason, const Clock& clock,
    const observe::ProcessProbe& processes);

inline constexpr std::size_t kMostOfPlan = std::size_t{64} * 1024 * 1024;

/// JSON Lines: header, locks. No tokens or passwords.
[[nodiscard]] std::string formatPlan(const PlanFile& plan);

/// Accepts any bytes; ignores empty lines. On failure a sentence per broken, altered or repeated
/// line: "line 7: ...".
[[nodiscard]] tl::expected<PlanFile, std::vector<std::string>> parsePlan(std::string_view text);

/// InvalidArgument if the deployment has other masters.
[[nodiscard]] Result<void> checkMasters(const PlanFile& plan, const config::Deployment& deployment);

} // namespace lockkeeper::output
