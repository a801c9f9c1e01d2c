// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

#include <charconv>
#include <limits>
#include <optional>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

/// Longest TTL that can be added to today's time without overflow.
constexpr milliseconds kLongestTtl{1LL << 53};
/// Bytes read of a value. A time has at most 19 digits, so any other value is recognised.
constexpr std::size_t kLongestTime = 32;

/// Parses a Unix time in seconds (up to ten digits, until the year 2286) or in milliseconds, since
/// peers write either. nullopt for anything else.
std::optional<milliseconds> timeIn(const std::string& value)
{
    constexpr std::int64_t kFirstInMilliseconds = 10'000'000'000;
    if (value.size() > kLongestTime)
        return std::nullopt;
    std::int64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc{} || stop != end || number < 0)
        return std::nullopt;
    return number < kFirstInMilliseconds ? milliseconds(number * 1000) : milliseconds(number);
}

bool isExpired(const std::string& value, WallTime now)
{
    const auto time = timeIn(value);
    return time && *time < sinceEpoch(now);
}

/// SETNX with the expiry time of the lock as its value, and no TTL. If the lock is taken and GET
/// returns an expired time, GETSET follows; it wins only if the old value that it returns has
/// itself expired, or is gone. Released by a blind DEL, unless our own time has passed. Source:
/// redis.io, SETNX, "Design pattern: Locking with SETNX".
///
/// The GET is a GETRANGE here, which fetches no more of a foreign value than a time can have.
///
/// The time is written in milliseconds. A peer that expects seconds then believes that our lock is
/// held too long; in the opposite case, a peer would believe that our lock expired long ago.
///
/// Fails: the clocks of all clients must agree; a loser's GETSET overwrites the winner's expiry;
/// the value names no holder, so anyone can release it; a crash leaves a key without a TTL, and
/// only its value says that it has expired.
class SetnxTimestamp final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "setnx-timestamp"; }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& /*owner*/, WallTime now, Ttl ttl) const override
    {
        const milliseconds expiry = sinceEpoch(now) + std::min(ttl.value(), kLongestTtl);
        return Token(std::to_string(expiry.count() + 1));
    }

private:
    void take(const OperationPtr& operation) const override
    {
        operation->send({"SETNX", operation->key(), operation->token()},
            [operation](const redis::Reply& reply) {
                if (reply.integer == 1)
                    return operation->yes(reply);
                // One byte more than a time may have reveals a longer value.
                operation->send({"GETRANGE", operation->key(), "0", std::to_string(kLongestTime)},
                    [operation](const redis::Reply& stored) { overtake(operation, stored); });
            });
    }

    static void overtake(const OperationPtr& operation, const redis::Reply& stored)
    {
        if (!stored.isString() || !isExpired(stored.text, operation->wallNow()))
            return operation->no(stored);
        operation->send(
            {"GETSET", operation->key(), operation->token()}, [operation](const redis::Reply& old) {
                if (old.isNil() || isExpired(old.text, operation->wallNow()))
                    return operation->yes(old);
                operation->no(old);
            });
    }

    void free(const OperationPtr& operation) const override
    {
        if (isExpired(operation->token(), operation->wallNow()))
            return operation->no(redis::Reply::nil());
        deleteBlindly(operation);
    }

    /// Nothing is undone: another holder's value may be equal to ours, and GETSET may have
    /// overwritten another holder's. The value that stays contains its own expiry.
    [[nodiscard]] TakeBack takeBack(const Claim& /*claim*/) const override { return {}; }
};

} // namespace

const Scheme& setnxTimestamp()
{
    static const NeverDestroyed<SetnxTimestamp> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
