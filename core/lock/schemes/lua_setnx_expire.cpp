// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// SETNX and EXPIRE (whole seconds) in one script, so that no crash can separate them. Released by
/// a blind DEL.
///
/// Fails: if work outlives the TTL, a second holder gets the lock, and the DEL of the first one
/// frees it.
class LuaSetnxExpire final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "lua-setnx-expire"; }

private:
    void take(const OperationPtr& operation) const override
    {
        static const NeverDestroyed<redis::Script> script(
            R"(if redis.call('setnx', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('expire', KEYS[1], ARGV[2])
return 1)");
        operation->run(*script, {operation->token(), operation->ttlInSeconds()},
            [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
    }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

} // namespace

const Scheme& luaSetnxExpire()
{
    static const NeverDestroyed<LuaSetnxExpire> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
