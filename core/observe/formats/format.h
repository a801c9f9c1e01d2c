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

/// What notifies a format's waiters after a release: a message on a channel, or an element of a
/// list on which they block.
struct WakeUp {
    std::string channel{}; ///< empty: a list is used
    std::string formerChannel{}; ///< that of earlier versions; empty: the same
    std::string list{}; ///< its key; what is left in it is dropped
    std::string message{}; ///< or element
    /// (channel) Who stands first in this queue listens to a channel of his own: this one, a colon
    /// and his element. While nobody stands there it is the channel itself.
    std::optional<WaitQueue> queue{};
    std::chrono::milliseconds listLasts{0}; ///< (list) zero: until somebody takes the element

    /// The channel or the list.
    [[nodiscard]] const std::string& place() const noexcept LK_LIFETIME_BOUND
    {
        return channel.empty() ? list : channel;
    }
    friend bool operator==(const WakeUp&, const WakeUp&) = default;
};

/// What a part of a shared lock is, and so which script frees it, see release::planHolder(). The
/// first are parts that one holder has; the last are numbers that all holders share.
enum class PartKind : std::uint8_t {
    Node, ///< of another store: by no script, see release::StoreDeeds
    Member, ///< of a set or sorted set: removed, also from the sorted sets beside it, if any
    Field, ///< of a hash, with its value: removed
    RedisSemaphore, ///< all permits of one acquisition by redis-semaphore
    Symfony, ///< a reader, or the only writer
    SidekiqJob, ///< a job, with what its unlock cleans up
    RedissonReadWrite, ///< a thread that reads or writes, with its timeouts
    RedissonPermit, ///< a permit, which is given back to the count of free ones
    RedissonMulti, ///< one value of a faster multi-lock
    FreePermits, ///< Redisson's: more of them let waiters in
    Awaited, ///< of Redisson's latch: zero opens it
    SharedCount, ///< zero: the key is deleted
};

/// How a part of a shared lock is freed, as its library does.
struct PartRelease {
    PartKind kind = PartKind::Member;
    std::vector<std::string> keys{}; ///< what the script changes beside the lock
    std::vector<std::string> arguments{};
    std::optional<WakeUp> wakeUp{}; ///< a channel, or a list of `keys`

    /// True if it is a number, which can be set; false if it is a holder.
    [[nodiscard]] bool isCount() const noexcept { return kind >= PartKind::FreePermits; }
    friend bool operator==(const PartRelease&, const PartRelease&) = default;
};

/// Name of the format of a lock that no library in particular writes.
inline constexpr std::string_view kUnknownFormat = "unknown";

/// Name of the format of a lock that nobody holds, and that only the first of its queue can take.
inline constexpr std::string_view kQueueFormat = "redisson-queue";

/// How a lock is shared among its holders.
enum class LockMode : std::uint8_t {
    Exclusive, ///< one holder
    Read, ///< any number of readers
    Write, ///< one writer of a reader/writer lock
    Semaphore, ///< as many as there are permits
};
constexpr auto enumNames(LockMode /*of*/) noexcept
{
    return std::array{"exclusive", "read", "write", "semaphore"};
}

/// What the value of a lock belongs to. Without a default: a recogniser that does not say it does
/// not compile.
class ValueScope {
public:
    enum Kind : std::uint8_t {
        Acquisition, ///< to one acquisition, or one holder: the next holder stores another value
        Unclear, ///< random, but perhaps a process', which stores it again
        Shared, ///< whoever takes the lock next may store the same
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

/// A lock as decoded by a format. A recogniser fills in what the value says: `scope`, `holder`,
/// `expiresAt`, `mode`, `holders`, and `alternatives` if they depend on the value. The other fields
/// follow from the format and the key.
struct DecodedLock {
    ValueScope scope; ///< of the value
    std::string format{}; ///< "lk1", "redis-py" ...; "unknown": nobody's in particular
    ReasonedCertainty certainty{};
    Holder holder{}; ///< the first of several, or their common fields
    std::optional<WallTime> expiresAt{}; ///< expiry stated by the value itself
    LockMode mode = LockMode::Exclusive;
    std::vector<Holder> holders{}; ///< all of them, if there may be several; else empty
    WaitCount waiting{}; ///< how many wait, as far as the board knows
    std::optional<WakeUp> wakeUp{}; ///< to be sent when somebody else releases the lock
    bool isReleasable = true; ///< false: it is not released as a whole
    /// How one of `holders`, or its number, is freed. nullopt: only the lock as a whole, if at all.
    std::optional<PartRelease> part{};
    /// Other libraries that write the same value: the owner is one of `format` and these.
    std::vector<std::string> alternatives{};
    std::string caution{}; ///< side effects of a release, for people; empty: none

    /// The holder with this member; null: there is none.
    [[nodiscard]] const Holder* holderWith(const Fingerprint& member) const LK_LIFETIME_BOUND
    {
        const auto found = std::ranges::find(holders, member, &Holder::member);
        return found == holders.end() ? nullptr : &*found;
    }
    /// True if the next acquisition may store the same value.
    [[nodiscard]] bool isValueShared() const noexcept { return scope != ValueScope::Acquisition; }
    friend bool operator==(const DecodedLock&, const DecodedLock&) = default;
};

/// Cheap precondition for a key; most keys are ruled out by it alone.
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

/// What one library writes: data and a decoder. Immutable; defined in this folder, and shared by
/// all locks of that library.
struct Format {
    std::string name;
    Shape shape{};
    /// Decodes the value of `reading`, or returns nullopt if this library did not write it. Called
    /// only for readings with the type and length of `shape`; for any key if a hint names the
    /// format. `now` helps to tell plausible times from random digits. Pure; never blocks.
    std::function<std::optional<DecodedLock>(const KeyReading& reading, WallTime now)> recognise{};
    /// How sure it is that a value which `recognise` accepts is this library's lock. Asked first.
    /// If a hint names the format it is certain, and the shape of the key is not checked either.
    std::function<MaybeCertain(const KeyReading& reading, NameHint name)> certainty = certain;
    std::vector<std::string> alternatives{}; ///< see DecodedLock
    bool isReleasable = true;
    /// How a part of it is freed. Empty: not at all. `told` is what `recognise` has returned.
    std::function<std::optional<PartRelease>(std::string_view key, const DecodedLock& told)> part{};
    /// (not isReleasable) Why not, as a sentence; empty: no safe release is known.
    std::string viewOnly{};
    /// Its holders compare the value before they extend or delete, and its waiters take any other
    /// value for a held lock: then a tombstone in its place keeps everybody out. True only if that
    /// was looked up in the library's source.
    bool isRevocable = false;
    std::function<WakeUp(std::string_view key)> wakeUp{}; ///< empty: there are no waiters to notify
    WaitSigns waits{}; ///< what tells of waiters
    bool needsTtl = true; ///< false: its library sets none, and nothing is stale for that
    /// What holds it ends with the session of its holder, which has no TTL to be seen.
    bool endsWithSession = false;
    std::string caution{};
};
using FormatPtr = std::shared_ptr<const Format>;

/// In the order in which they are tried: most specific first.
using Formats = std::vector<FormatPtr>;

/// All built-in formats. Created by the first call. Thread-safe.
[[nodiscard]] const Formats& builtinFormats();

/// Formats whose values are too general, or too similar to another's, to be recognised: they are
/// used only if a hint names them. Created by the first call. Thread-safe.
[[nodiscard]] const Formats& hintOnlyFormats();

/// The built-in format of this name, tried by itself or by a hint only. Null: there is none.
[[nodiscard]] FormatPtr builtinFormat(std::string_view name);

/// `told`, with the fields added that follow from the format and the key.
[[nodiscard]] DecodedLock withFormatDetails(
    const Format& format, DecodedLock told, std::string_view key);

} // namespace lockkeeper::observe
