// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/lock/schemes/uuid.h"
#include "core/lock/scripts.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// redis-py's Lock: SET NX with uuid1().hex, PX only if there is a timeout; release and extension
/// by scripts that compare. redis-py's reacquire(), and its extend() with replace_ttl, are an
/// extension here; its sleep and blocking_timeout are retryDelay and wait. Source: redis/lock.py.
///
/// Unlike redis-py's, an extension never shortens what is stored, and gives no TTL to a lock that
/// has none: only the deadline of the lease moves earlier. redis-py's extend() without replace_ttl
/// adds to the TTL on the server and is not supported: executed late, it could take time from a
/// later extension.
///
/// Fails: without a timeout, a crash leaves the lock for ever. Otherwise as set-nx-px-token, but
/// with renewal.
class RedisPy final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "redis-py"; }
    [[nodiscard]] Abilities abilities() const noexcept override
    {
        return {.isExtendable = true, .isTtlOptional = true};
    }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& /*owner*/, WallTime now, Ttl /*ttl*/) const override
    {
        return makeUuid1Hex(now).map([](std::string hex) { return Token(std::move(hex)); });
    }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void renew(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(
            scriptWithFunctions(R"(if stored(KEYS[1]) ~= ARGV[1] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('persist', KEYS[1])
else
  at_least(KEYS[1], ARGV[2])
end
return 1)"));
        operation->run(*script, {operation->token(), operation->ttlInMilliseconds()},
            [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
    }
    void free(const OperationPtr& operation) const override { compareAndDelete(operation); }
};

} // namespace

const Scheme& redisPy()
{
    static const NeverDestroyed<RedisPy> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
