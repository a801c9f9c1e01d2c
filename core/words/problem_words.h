// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/enum_names.h"
#include "core/observe/board/lock_entry.h"

#include <array>
#include <cstdint>
#include <string>

// Problems of locks in words: see time_words.h.
namespace lockkeeper::words {

/// Values of urgency(). Up to kDeadlock, there is harm now.
inline constexpr int kTwoHolders = 0;
inline constexpr int kQuorumLost = 1;
inline constexpr int kDeadlock = 2;
inline constexpr int kNotUrgent = 99;

/// The worst problem's rank, 0 first: two holders, lost quorum, deadlock, dead holder, no TTL,
/// leftovers. Fast.
[[nodiscard]] int urgency(const observe::LockEntry& entry) noexcept;
/// A deadlock is reported at one lock, the one to release.
[[nodiscard]] bool speaksForItself(const observe::LockEntry& entry) noexcept;

struct Gist {
    std::string state; ///< "stale"; without a problem the verdict
    std::string reason{}; ///< "its process 812 has ended, 1 waits for it"
};
/// The worst problem's. Does not change with time alone.
[[nodiscard]] Gist gistOf(const observe::LockEntry& entry, const observe::Judgement& judgement);

/// Follows the lock's name: "held for 3 h 05 m, but its process 812 on web-3 has ended".
[[nodiscard]] std::string problemText(const observe::LockEntry& entry,
    const observe::Judgement& judgement, std::chrono::milliseconds held, SteadyTime now);

struct CalmFacts {
    std::size_t locks = 0;
    std::size_t unjudged = 0; ///< of them
    bool isChecking = false; ///< a problem is too young to be listed
    bool isAgentLost = false;
    bool isComplete = true; ///< all keys of all masters were read
    bool areWaitsKnown = true;
};
struct Calm {
    enum class Kind : std::uint8_t {
        Unjudged,
        Checking,
        AgentLost,
        Unread,
        WaitsUnknown,
        NoProblem
    };
    Kind kind;
    std::string text;
};
/// In place of problems, where none is listed.
[[nodiscard]] Calm calmOf(const CalmFacts& facts);
[[nodiscard]] std::string unjudgedText(const CalmFacts& facts);

/// A colour's meaning. A shape and a word say it, too.
enum class Tone : std::uint8_t { Good, Notice, Bad, Unknown, Muted };
constexpr auto enumNames(Tone /*of*/) noexcept
{
    return std::array{"good", "notice", "bad", "unknown", "muted"};
}

enum class LockShape : std::uint8_t { Held, Stale, Deadlock, Minority, Split, Unknown, Free };
constexpr auto enumNames(LockShape /*of*/) noexcept
{
    return std::array{"held", "stale", "deadlock", "minority", "split", "unknown", "free"};
}

/// A tombstone is drawn as a free lock.
[[nodiscard]] observe::Verdict drawnVerdict(
    const observe::LockEntry& entry, observe::Verdict verdict) noexcept;
/// Of a drawnVerdict() and the entry's urgency().
[[nodiscard]] LockShape lockShape(observe::Verdict verdict, int urgency) noexcept;
[[nodiscard]] Tone lockTone(observe::Verdict verdict, int urgency) noexcept;

} // namespace lockkeeper::words
