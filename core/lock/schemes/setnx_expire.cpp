// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// SETNX, then EXPIRE (whole seconds) if it succeeded; released by a blind DEL.
///
/// Fails: a crash between the two commands leaves a lock that never expires, so nobody gets it
/// again. Also fails as lua-setnx-expire does.
class SetnxExpire final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "setnx-expire"; }

private:
    void take(const OperationPtr& operation) const override
    {
        operation->send({"SETNX", operation->key(), operation->token()},
            [operation](const redis::Reply& reply) {
                if (reply.integer != 1)
                    return operation->no(reply);
                operation->send({"EXPIRE", operation->key(), operation->ttlInSeconds()},
                    [operation](const redis::Reply& expires) { operation->oneIsYes(expires); });
            });
    }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

} // namespace

const Scheme& setnxExpire()
{
    static const NeverDestroyed<SetnxExpire> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
