// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/schemes/classic.h"
#include "core/lock/schemes/single_master.h"
#include "core/never_destroyed.h"

namespace lockkeeper::lock {
namespace {

/// SET NX PX; released by a blind DEL.
///
/// Fails: if work outlives the TTL, a second holder gets the lock, and the DEL of the first one
/// frees it.
class SetNxPx final : public SingleMasterScheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "set-nx-px"; }

private:
    void take(const OperationPtr& operation) const override { setIfFree(operation); }
    void free(const OperationPtr& operation) const override { deleteBlindly(operation); }
};

} // namespace

const Scheme& setNxPx()
{
    static const NeverDestroyed<SetNxPx> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
