// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/process_probe.h"
#include "core/release/liveness.h"

namespace lockkeeper::release {

/// Whether another's lock may be freed without harm.
enum class Safety {
    SafeToFree, ///< proven: nobody works under it
    Alive, ///< can run and is not overdue, or renewed a moment ago
    NotKnown, ///< no proof, or signs disagree: the holder may go on
};
constexpr auto enumNames(Safety /*of*/) noexcept
{
    return std::array{"safe-to-free", "alive", "not-known"};
}

struct ProcessCheck {
    /// The token identifies a process of some host.
    bool isNamed = false;
    std::optional<std::int64_t> pid{};
    std::string identity{};
    observe::ProcessState state = observe::ProcessState::Unknown;
    SteadyTime at{};
};

enum class RenewalClue {
    NotFollowed,
    NotWatched, ///< seen for too short a time
    NoneSeen,
    OfSeveral, ///< nobody knows who renews
    Recent, ///< the next is not overdue
    Overdue,
    SessionCut, ///< no server knows its session, or has a connection of it
    SessionLives, ///< the server heard its session within the timeout
};

/// Safe to show.
struct SaidLife {
    Life life = Life::Unknown;
    std::string source{};
    std::string reason{};
    std::chrono::milliseconds age{0};
    friend bool operator==(const SaidLife&, const SaidLife&) = default;
};

/// Is it safe to free this, and why?
struct SafetyVerdict {
    Safety safety = Safety::NotKnown;
    bool isUnread = false;
    bool isWaiter = false;
    bool isQueued = false; ///< nobody holds it; whoever is dropped queues again
    bool isRevoked = false; ///< a tombstone: the old lease may last
    bool isProcessNamed = false;
    bool isHostNamed = false; ///< by the value; containers may share it
    bool hasSeveralHolders = false;
    std::optional<std::int64_t> pid{};
    observe::ProcessState process = observe::ProcessState::Unknown;
    std::chrono::milliseconds processCheckAge{0};
    /// Silent masters may have another token on a quorum.
    bool isHolderUnknown = false;
    /// The process's end proves nothing: others may work under the lock.
    bool mayOutliveProcess = false;
    std::optional<SaidLife> said{};
    bool isConnectionGone = false;
    bool isValueShared = false; ///< a renewal may be the next acquisition
    RenewalClue renewal = RenewalClue::NotWatched;
    std::uint32_t renewals = 0;
    /// Since the last renewal (Recent, Overdue), or watched (NotWatched, NoneSeen).
    std::chrono::milliseconds renewalAge{0};

    friend bool operator==(const SafetyVerdict&, const SafetyVerdict&) = default;
};

/// NotKnown only because others may work under the lock, whose process has ended.
[[nodiscard]] bool isOnlyProcessOver(const SafetyVerdict& verdict) noexcept;

/// As ProcessProbe::stateOf().
[[nodiscard]] ProcessCheck checkProcess(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now);

/// Judges whether the lock may be freed from `token`: docs/lockctl.md, "Is it safe?".
///
/// SafeToFree: nobody holds it, or one of two proofs holds without a later renewal:
/// - the token's process (boot, pid namespace, start time) has ended;
/// - the deployment's source says that the holder is gone, and the value's format names its host.
///
/// Nothing else is a proof: clocks differ, networks break, containers share names.
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const ProcessCheck& process, SteadyTime now, const std::optional<LifeReport>& said = {});

struct LockToken {
    observe::LockEntryPtr entry;
    Fingerprint token;
};

/// Whom to ask the deployment's source about. nullopt if the process tells, or for a tombstone.
[[nodiscard]] std::optional<observe::Holder> holderToAsk(
    const observe::LockEntry& entry, const Fingerprint& token, const ProcessCheck& check);

/// Calls checkProcess(), and LivenessSource::ask() if that tells nothing.
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock);
[[nodiscard]] std::vector<SafetyVerdict> assessSafety(const std::vector<LockToken>& locks,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock);
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now);

[[nodiscard]] ProcessCheck checkProcess(
    const observe::Holder& holder, const observe::ProcessProbe& processes, SteadyTime now);

/// For one holder (observe::Holder::member). `lock`: the token with it. Renewals count only if
/// nobody else holds it.
[[nodiscard]] SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const ProcessCheck& process, SteadyTime now,
    const std::optional<LifeReport>& said = {});
[[nodiscard]] SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const observe::ProcessProbe& processes, LivenessSource& others,
    const Clock& clock);

} // namespace lockkeeper::release
