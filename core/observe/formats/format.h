// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/export.h"
#include "core/observe/formats/certainty.h"
#include "core/observe/formats/holder.h"
#include "core/observe/formats/wait_signs.h"
#include "core/observe/reading/key_reading.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// How to notify waiters of a release: a message on a channel, or an element of a list.
struct WakeUp {
    std::string channel{}; ///< empty: a list is used
    std::string formerChannel{}; ///< of earlier versions; empty: the same
    std::string list{}; ///< key; old elements are dropped
    std::string message{};
    /// (channel) In the key's slot: in a Cluster, waiters listen by SSUBSCRIBE.
    bool isSharded = false;
    /// (channel) The first in this queue, if any, listens to `channel:element` instead.
    std::optional<WaitQueue> queue{};
    std::chrono::milliseconds listLasts{0}; ///< 0: until somebody takes the element

    [[nodiscard]] const std::string& place() const noexcept LK_LIFETIME_BOUND
    {
        return channel.empty() ? list : channel;
    }
    friend bool operator==(const WakeUp&, const WakeUp&) = default;
};

/// A part of a shared lock, see release::planHolder(): of one holder, then numbers that all share.
enum class PartKind : std::uint8_t {
    Node, ///< of another store: no script
    Member, ///< removed, also from sorted sets beside it
    Field,
    RedisSemaphore, ///< all permits of one acquisition
    Symfony,
    SidekiqJob,
    RedissonReadWrite,
    RedissonPermit,
    RedissonMulti,
    FreePermits, ///< Redisson's
    Awaited, ///< by Redisson's latch
    SharedCount, ///< zero: the key is deleted
};

struct PartRelease {
    PartKind kind = PartKind::Member;
    std::vector<std::string> keys{}; ///< changed beside the lock
    std::vector<std::string> arguments{};
    std::optional<WakeUp> wakeUp{};

    /// A number to set, no holder.
    [[nodiscard]] bool isCount() const noexcept { return kind >= PartKind::FreePermits; }
    friend bool operator==(const PartRelease&, const PartRelease&) = default;
};

inline constexpr std::string_view kUnknownFormat = "unknown";
/// Of the tokens that our library writes by default.
inline constexpr std::string_view kOwnFormat = "lk1";

/// For a lock that nobody holds, and only the first of its queue can take.
inline constexpr std::string_view kQueueFormat = "redisson-queue";

enum class LockMode : std::uint8_t {
    Exclusive,
    Read,
    Write,
    Semaphore,
};
constexpr auto enumNames(LockMode /*of*/) noexcept
{
    return std::array{"exclusive", "read", "write", "semaphore"};
}

/// Whom a lock's value belongs to. Every recogniser must say it: there is no default.
class ValueScope {
public:
    enum Kind : std::uint8_t {
        Acquisition, ///< of one acquisition: the next stores another
        Unclear, ///< random, but perhaps stored again by its process
        Shared, ///< the next acquisition may store the same
    };
    // NOLINTNEXTLINE(google-explicit-constructor): one of its kinds is a scope
    constexpr ValueScope(Kind kind) noexcept
        : m_kind(kind)
    { }
    // NOLINTNEXTLINE(google-explicit-constructor): as an enum, for switches
    constexpr operator Kind() const noexcept { return m_kind; }

private:
    Kind m_kind;
};

/// A lock as decoded by a format. The recogniser sets `scope`, `holder`, `expiresAt`, `mode`,
/// `holders`, and `alternatives` if they depend on the value; the rest follows from format and key.
struct DecodedLock {
    ValueScope scope;
    std::string format{};
    ReasonedCertainty certainty{};
    Holder holder{}; ///< of several: the first, or their common fields
    std::optional<WallTime> expiresAt{}; ///< stated by the value itself
    LockMode mode = LockMode::Exclusive;
    std::vector<Holder> holders{};
    WaitCount waiting{};
    std::optional<WakeUp> wakeUp{}; ///< when somebody else releases the lock
    bool isReleasable = true; ///< false: not as a whole
    /// For one of `holders`, or their number. nullopt: impossible.
    std::optional<PartRelease> part{};
    /// Libraries that store the same values.
    std::vector<std::string> alternatives{};
    std::string caution{}; ///< of a release, for people

    [[nodiscard]] const Holder* holderWith(const Fingerprint& member) const LK_LIFETIME_BOUND
    {
        const auto found = std::ranges::find(holders, member, &Holder::member);
        return found == holders.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool isValueShared() const noexcept { return scope != ValueScope::Acquisition; }
    friend bool operator==(const DecodedLock&, const DecodedLock&) = default;
};

/// Rules most keys out cheaply.
struct Shape {
    ValueType type = ValueType::String;
    std::size_t shortest = 0;
    std::size_t longest = KeyReading::kMaxValue;
    std::string keyBegins{};
    std::string keyEnds{};

    [[nodiscard]] bool fits(const KeyReading& reading) const noexcept
    {
        const bool isLengthFit = type != ValueType::String
            || (reading.value.size() >= shortest && reading.value.size() <= longest);
        return reading.type == type && isLengthFit && reading.key.starts_with(keyBegins)
            && reading.key.ends_with(keyEnds);
    }
};

/// One library's locks. Immutable.
struct Format {
    std::string name;
    Shape shape{};
    /// nullopt: not this library's value. Gets readings of the shape's type and length; a hint
    /// overrides its key. `now` tells plausible times from random digits.
    std::function<std::optional<DecodedLock>(const KeyReading& reading, WallTime now)> recognise{};
    /// How surely an accepted value is this library's lock. Called first. A hint makes it certain.
    std::function<MaybeCertain(const KeyReading& reading, NameHint name)> certainty = certain;
    std::vector<std::string> alternatives{};
    bool isReleasable = true;
    /// Empty: impossible. `told`: result of `recognise`.
    std::function<std::optional<PartRelease>(std::string_view key, const DecodedLock& told)> part{};
    /// (not isReleasable) Why: a sentence; empty: no safe release is known.
    std::string viewOnly{};
    /// Holders compare the value before they extend or delete, and waiters respect any value: a
    /// tombstone keeps everybody out. Check the library's source.
    bool isRevocable = false;
    std::function<WakeUp(std::string_view key)> wakeUp{};
    WaitSigns waits{};
    bool needsTtl = true; ///< false: its library sets none
    /// The lock ends with its holder's session, which has no visible TTL.
    bool endsWithSession = false;
    std::string caution{};
};
using FormatPtr = std::shared_ptr<const Format>;

/// In order of trial, most specific first.
using Formats = std::vector<FormatPtr>;

[[nodiscard]] const Formats& builtinFormats();

/// Selected only by hints, as others write such values, too.
[[nodiscard]] const Formats& hintOnlyFormats();

[[nodiscard]] FormatPtr builtinFormat(std::string_view name);

[[nodiscard]] DecodedLock withFormatDetails(
    const Format& format, DecodedLock told, std::string_view key);

} // namespace lockkeeper::observe
