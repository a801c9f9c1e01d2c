// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lockkeeper::observe {

namespace {

/// A field `<uuid of the client>:<thread id>`, and for writers `...:write`.
struct Owner {
    std::string_view client;
    std::string_view thread;
    friend bool operator==(const Owner&, const Owner&) = default;
};

std::optional<Owner> parseOwner(std::string_view field)
{
    constexpr std::size_t kUuidLength = 36;
    if (field.size() <= kUuidLength + 1 || field[kUuidLength] != ':')
        return std::nullopt;
    const Owner owner{
        .client = field.substr(0, kUuidLength), .thread = field.substr(kUuidLength + 1)};
    if (!isUuid(owner.client) || !positiveNumber(owner.thread))
        return std::nullopt;
    return owner;
}

std::optional<Owner> parseReaderOrWriter(std::string_view field)
{
    constexpr std::string_view kWriter = ":write";
    if (field.ends_with(kWriter))
        field.remove_suffix(kWriter.size());
    return parseOwner(field);
}

Holder holderOf(const Owner& owner)
{
    Holder holder;
    holder.thread = std::string(owner.thread);
    holder.detail = "client " + std::string(owner.client);
    return holder;
}

/// `prefix` and the name, in braces unless it has some, so that all keys of a lock are in one slot.
std::string besides(const char* prefix, std::string_view name)
{
    const bool hasBraces = name.find('{') != std::string_view::npos;
    std::string text = prefix;
    text.append(hasBraces ? "" : "{").append(name).append(hasBraces ? "" : "}");
    return text;
}

std::optional<Recognised> tellRedisson(const KeyReading& reading, WallTime /*now*/)
{
    if (reading.type != ValueType::Hash || reading.fields.size() != 1)
        return std::nullopt;
    const auto& [field, count] = reading.fields.front();
    const auto owner = parseOwner(field);
    if (!owner || !positiveNumber(count))
        return std::nullopt;
    Recognised lock;
    lock.holder = holderOf(*owner);
    return lock;
}

std::optional<Recognised> tellRedissonReadWrite(const KeyReading& reading, WallTime /*now*/)
{
    if (reading.type != ValueType::Hash || reading.fields.size() < 2)
        return std::nullopt;
    bool hasMode = false;
    std::vector<Owner> owners;
    for (const auto& [field, value] : reading.fields) {
        if (field == "mode" && (value == "read" || value == "write")) {
            hasMode = true;
            continue;
        }
        const auto owner = parseReaderOrWriter(field);
        if (!owner || !positiveNumber(value))
            return std::nullopt;
        // A writer may read as well; those are two fields of one owner.
        if (std::ranges::find(owners, *owner) == owners.end())
            owners.push_back(*owner);
    }
    if (!hasMode || owners.empty())
        return std::nullopt;
    Recognised lock;
    if (owners.size() == 1)
        lock.holder = holderOf(owners.front());
    else
        lock.holder.detail = std::to_string(owners.size()) + " readers";
    return lock;
}

} // namespace

/// Redisson's RLock (and fair, fenced and spin locks, whose hash is the same): one field
/// `<uuid>:<thread>` with the hold count. Waiters sleep until a message on the lock's channel;
/// those of a fair lock, which a queue beside it tells, each on a channel of its own. Source:
/// RedissonLock.java, RedissonFairLock.java, RedissonObject.prefixName.
Format redissonFormat()
{
    return {.name = "redisson",
        .recognise = tellRedisson,
        .wakeUp =
            [](std::string_view key) {
                return WakeUp{besides("redisson_lock__channel:", key), "0"};
            },
        .queueKey = [](std::string_view key) { return besides("redisson_lock_queue:", key); }};
}

/// Redisson's read-write lock: the field `mode`, and one field per reader or writer. View only: a
/// release would have to clear the readers' timeout keys, and wake either one or all. Source:
/// RedissonReadLock.java, RedissonWriteLock.java.
Format redissonReadWriteFormat()
{
    return {.name = "redisson-rw", .recognise = tellRedissonReadWrite, .isReleasable = false};
}

} // namespace lockkeeper::observe
