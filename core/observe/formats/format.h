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

/// Notifies waiters after a release: a message on a channel, or an element of a list on which they
/// block.
struct WakeUp {
    std::string channel{}; ///< empty: a list is used
    std::string formerChannel{}; ///< of earlier versions; empty: the same
    std::string list{}; ///< key of the list; its old elements are dropped
    std::string message{}; ///< or element
    /// (channel) It is in the key's slot, and in a Cluster waiters listen to it by SSUBSCRIBE.
    bool isSharded = false;
    /// (channel) The first waiter of this queue listens to its own channel: `channel`, a colon and
    /// its element. If the queue is empty: to `channel`.
    std::optional<WaitQueue> queue{};
    std::chrono::milliseconds listLasts{0}; ///< (list) zero: until somebody takes the element

    [[nodiscard]] const std::string& place() const noexcept LK_LIFETIME_BOUND
    {
        return channel.empty() ? list : channel;
    }
    friend bool operator==(const WakeUp&, const WakeUp&) = default;
};

/// A part of a shared lock, see release::planHolder(). First parts of one holder, then numbers that
/// all share.
enum class PartKind : std::uint8_t {
    Node, ///< of another store: no script, see release::StoreDeeds
    Member, ///< of a set or sorted set: removed, also from sorted sets beside it
    Field, ///< of a hash, with its value: removed
    RedisSemaphore, ///< all permits of one redis-semaphore acquisition
    Symfony, ///< a reader, or the only writer
    SidekiqJob, ///< a job, with all that its unlock cleans up
    RedissonReadWrite, ///< a reading or writing thread, with its timeouts
    RedissonPermit, ///< a permit: returned to the number of free ones
    RedissonMulti, ///< one value of a faster multi-lock
    FreePermits, ///< Redisson's: more let waiters in
    Awaited, ///< of Redisson's latch: zero opens it
    SharedCount, ///< zero: the key is deleted
};

/// How a part of a shared lock is freed, as its library does it.
struct PartRelease {
    PartKind kind = PartKind::Member;
    std::vector<std::string> keys{}; ///< changed by the script beside the lock
    std::vector<std::string> arguments{};
    std::optional<WakeUp> wakeUp{}; ///< a channel, or a list of `keys`

    /// A number, which can be set; otherwise a holder.
    [[nodiscard]] bool isCount() const noexcept { return kind >= PartKind::FreePermits; }
    friend bool operator==(const PartRelease&, const PartRelease&) = default;
};

/// For locks of no particular library.
inline constexpr std::string_view kUnknownFormat = "unknown";

/// For a lock that nobody holds, and only the first of its queue can take.
inline constexpr std::string_view kQueueFormat = "redisson-queue";

enum class LockMode : std::uint8_t {
    Exclusive, ///< one holder
    Read, ///< any number of readers
    Write, ///< one writer of a reader/writer lock
    Semaphore, ///< as many holders as permits
};
constexpr auto enumNames(LockMode /*of*/) noexcept
{
    return std::array{"exclusive", "read", "write", "semaphore"};
}

/// Whom a lock's value belongs to. Has no default, so every recogniser must say it.
class ValueScope {
public:
    enum Kind : std::uint8_t {
        Acquisition, ///< one acquisition or holder: the next one stores another value
        Unclear, ///< random, but perhaps of a process that stores it again
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
/// `holders`, and `alternatives` if they depend on the value. The rest follows from format and key.
struct DecodedLock {
    ValueScope scope; ///< of the value
    std::string format{}; ///< "lk1", "redis-py" ...; "unknown": no particular library
    ReasonedCertainty certainty{};
    Holder holder{}; ///< the first of several, or their common fields
    std::optional<WallTime> expiresAt{}; ///< expiry stated by the value itself
    LockMode mode = LockMode::Exclusive;
    std::vector<Holder> holders{}; ///< all, if there may be several
    WaitCount waiting{}; ///< as far as the board knows
    std::optional<WakeUp> wakeUp{}; ///< to send when somebody else releases the lock
    bool isReleasable = true; ///< false: not as a whole
    /// Frees one of `holders`, or its number. nullopt: impossible.
    std::optional<PartRelease> part{};
    /// Other libraries with the same values: the owner may be one of these.
    std::vector<std::string> alternatives{};
    std::string caution{}; ///< side effects of a release, for people

    [[nodiscard]] const Holder* holderWith(const Fingerprint& member) const LK_LIFETIME_BOUND
    {
        const auto found = std::ranges::find(holders, member, &Holder::member);
        return found == holders.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool isValueShared() const noexcept { return scope != ValueScope::Acquisition; }
    friend bool operator==(const DecodedLock&, const DecodedLock&) = default;
};

/// A cheap precondition that rules most keys out.
struct Shape {
    ValueType type = ValueType::String;
    std::size_t shortest = 0; ///< (String) length of the value
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

/// Immutable, shared by all locks of one library.
struct Format {
    std::string name;
    Shape shape{};
    /// nullopt: this library did not write the value. Gets readings of the type and length of
    /// `shape`; a hint overrides its key. `now` tells plausible times from random digits. Pure;
    /// never blocks.
    std::function<std::optional<DecodedLock>(const KeyReading& reading, WallTime now)> recognise{};
    /// How sure it is that a value accepted by `recognise` is this library's lock. Called first. A
    /// hint makes it certain, and skips the shape's key.
    std::function<MaybeCertain(const KeyReading& reading, NameHint name)> certainty = certain;
    std::vector<std::string> alternatives{}; ///< see DecodedLock
    bool isReleasable = true;
    /// How to free a part of it. Empty: impossible. `told`: result of `recognise`.
    std::function<std::optional<PartRelease>(std::string_view key, const DecodedLock& told)> part{};
    /// (not isReleasable) Why, as a sentence; empty: no safe release is known.
    std::string viewOnly{};
    /// Holders compare the value before they extend or delete, and waiters respect any value, so a
    /// tombstone keeps everybody out. Look at the library's source first.
    bool isRevocable = false;
    std::function<WakeUp(std::string_view key)> wakeUp{}; ///< empty: no waiters to notify
    WaitSigns waits{};
    bool needsTtl = true; ///< false: its library sets none, so no TTL is no evidence
    /// It ends with its holder's session, which has no visible TTL.
    bool endsWithSession = false;
    std::string caution{};
};
using FormatPtr = std::shared_ptr<const Format>;

/// Tried in this order: most specific first.
using Formats = std::vector<FormatPtr>;

/// Thread-safe.
[[nodiscard]] const Formats& builtinFormats();

/// Used only if a hint names them, as others write such values, too. Thread-safe.
[[nodiscard]] const Formats& hintOnlyFormats();

/// Including hint-only ones. Null: none.
[[nodiscard]] FormatPtr builtinFormat(std::string_view name);

/// Adds to `told` what follows from the format and the key.
[[nodiscard]] DecodedLock withFormatDetails(
    const Format& format, DecodedLock told, std::string_view key);

} // namespace lockkeeper::observe
