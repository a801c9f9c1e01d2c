// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// SET NX PX with a token; released by a script that compares and deletes. Same as Redlock on one
/// master, but without renewal.
///
/// Fails: a failover to a replica that missed the SET lets a second holder in. So does work that
/// outlives the TTL, but its release leaves the second holder's lock alone.
class SetNxPxToken final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px-token"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { compareAndDelete(operation); }
};

} // namespace

const Scheme& setNxPxToken()
{
    static const NeverDestroyed<SetNxPxToken> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
