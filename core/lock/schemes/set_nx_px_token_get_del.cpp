// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// SET NX PX with a token; released by GET, a comparison in the client, and DEL. The GET is a
/// GETRANGE, which fetches no more of a foreign value than the comparison needs.
///
/// Fails: the check and the DEL are two steps. If the lock expires between them, the DEL frees
/// another holder's lock.
class SetNxPxTokenGetDel final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override
    {
        return "set-nx-px-token-get-del";
    }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override
    {
        // One byte more than our token reveals a longer value.
        const std::string end = std::to_string(operation->token().size());
        operation->send(
            {"GETRANGE", operation->key(), "0", end}, [operation](const redis::Reply& reply) {
                if (!reply.isString() || reply.text != operation->token())
                    return operation->no(reply);
                deleteBlindly(operation);
            });
    }
};

} // namespace

const Scheme& setNxPxTokenGetDel()
{
    static const NeverDestroyed<SetNxPxTokenGetDel> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
