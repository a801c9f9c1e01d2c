// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/process_probe.h"
#include "core/release/liveness.h"

namespace lockkeeper::release {

/// Whether somebody else's lock may be freed without harm.
enum class Safety {
    SafeToFree, ///< proven: nobody works under this lock
    Alive, ///< its holder can run and is not overdue, or renewed it a moment ago
    NotKnown, ///< neither is known, or the signs disagree: the holder may go on at any moment
};
constexpr auto enumNames(Safety /*of*/) noexcept
{
    return std::array{"safe-to-free", "alive", "not-known"};
}

/// Result of a search for the process that a token names.
struct ProcessCheck {
    /// True if the token identifies a process of some host. Without this, `state` is Unknown.
    bool isNamed = false;
    std::optional<std::int64_t> pid{}; ///< as the token states it
    std::string identity{}; ///< of the process; empty: unknown
    observe::ProcessState state = observe::ProcessState::Unknown;
    SteadyTime at{};
};

/// What the renewals of a lock tell about its holder.
enum class RenewalClue {
    NotFollowed, ///< of a token that other tokens outvote
    NotWatched, ///< seen for too short a time to tell
    NoneSeen, ///< the lock was watched, and not renewed
    OfSeveral, ///< several hold the lock: nobody can tell whose they are
    Recent, ///< the next renewal is not overdue
    Overdue, ///< it was renewed, and a renewal is missing
    SessionCut, ///< no server has a connection of its session, or knows it
    SessionLives, ///< it would be gone if the server had not heard its session within the timeout
};

/// What somebody else said of the holder. Its texts are safe to show.
struct SaidLife {
    Life life = Life::Unknown;
    std::string source{};
    std::string reason{}; ///< empty: none was given
    std::chrono::milliseconds age{0}; ///< since it was asked
    friend bool operator==(const SaidLife&, const SaidLife&) = default;
};

/// The answer to "is it safe to free this?", with the facts that it rests on. A value.
struct SafetyVerdict {
    Safety safety = Safety::NotKnown;
    bool isUnread = false; ///< the value of the token was not read, so nothing is known
    bool isWaiter = false; ///< it is about one who waits, and holds nothing
    bool isQueued = false; ///< nobody holds it: who is dropped from its queue stands in it anew
    bool isRevoked = false; ///< a tombstone: nobody holds it, but its old lease may still last
    bool isProcessNamed = false;
    bool isHostNamed = false; ///< the value names a host, which several containers may share
    std::optional<std::int64_t> pid{};
    observe::ProcessState process = observe::ProcessState::Unknown;
    std::chrono::milliseconds processCheckAge{0}; ///< time since the process was looked for
    /// The masters that do not answer may store another token on a quorum.
    bool isHolderUnknown = false;
    /// The token says that others than its process may work under the lock: its end proves nothing.
    bool mayOutliveProcess = false;
    std::optional<SaidLife> said{}; ///< nullopt: nobody was asked
    bool isConnectionGone = false; ///< no client has the name of the holder's connections
    bool isValueShared = false; ///< a renewal may be the next acquisition
    RenewalClue renewal = RenewalClue::NotWatched;
    std::uint32_t renewals = 0; ///< number of renewals seen
    /// (Recent, Overdue) time since the last renewal; (NotWatched, NoneSeen) for how long the lock
    /// was watched.
    std::chrono::milliseconds renewalAge{0};

    friend bool operator==(const SafetyVerdict&, const SafetyVerdict&) = default;
};

/// Looks for the process of one of the entry's tokens, as ProcessProbe::stateOf() does.
[[nodiscard]] ProcessCheck checkProcess(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now);

/// Decides whether it is safe to free the lock from `token`. Pure.
///
/// SafeToFree needs that nobody holds it, or one of two proofs: the token identifies its holder's
/// process (boot, pid namespace and start time), and that process has ended; or whom the deployment
/// names for this says that the holder is gone. Nothing else is a proof: a
/// timestamp in the value depends on somebody's clock, renewals may stop and connections may go
/// because a network is cut, a holder that lost masters may not know it yet, and a host name and a
/// pid may be those of a container. A renewal that was seen after the check refutes the proof.
///
/// Alive needs a sign that is as old as it may be: a renewal whose successor is not overdue, or a
/// process that could run when it was checked and whose renewal is not overdue. A process that is
/// stopped, or that exists and misses its renewals, is NotKnown: it does not work at the lock now,
/// and may go on at any moment.
///
/// A tombstone is NotKnown: it protects the lease of the holder that was revoked.
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const ProcessCheck& process, SteadyTime now, const std::optional<LifeReport>& said = {});

/// A lock, and the token that is judged.
struct LockToken {
    observe::LockEntryPtr entry;
    Fingerprint token;
};

/// Who is to be asked about: the token's holder. Nullopt if its process tells, or if it is a
/// tombstone.
[[nodiscard]] std::optional<observe::Holder> holderToAsk(
    const observe::LockEntry& entry, const Fingerprint& token, const ProcessCheck& check);

/// checkProcess(), LivenessSource::ask() unless that tells of the process, and assessSafety().
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock);
/// The same of many locks, in their order; asks about many holders at a time.
[[nodiscard]] std::vector<SafetyVerdict> assessSafety(const std::vector<LockToken>& locks,
    const observe::ProcessProbe& processes, LivenessSource& others, const Clock& clock);
/// The same without asking anybody else.
[[nodiscard]] SafetyVerdict assessSafety(const observe::LockEntry& entry, const Fingerprint& token,
    const observe::ProcessProbe& processes, SteadyTime now);

/// Looks for the process of a holder.
[[nodiscard]] ProcessCheck checkProcess(
    const observe::Holder& holder, const observe::ProcessProbe& processes, SteadyTime now);

/// Decides the same of one holder of a shared lock, see observe::Holder::member. `lock`: the token
/// whose value has the holder. Its renewals are not known, unless nobody else holds the lock. Pure.
[[nodiscard]] SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const ProcessCheck& process, SteadyTime now,
    const std::optional<LifeReport>& said = {});
/// checkProcess(), LivenessSource::ask() unless that tells of the process, and assessHolder().
[[nodiscard]] SafetyVerdict assessHolder(const observe::LockEntry& entry, const Fingerprint& lock,
    const Fingerprint& member, const observe::ProcessProbe& processes, LivenessSource& others,
    const Clock& clock);

} // namespace lockkeeper::release
