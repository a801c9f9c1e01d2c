// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/inherited.h"

#include "core/text/translate.h"

#include <atomic>

namespace lockkeeper::lock {
namespace {

struct KeptObject {
    std::shared_ptr<void> object;
    KeptObject* next = nullptr;
};

std::atomic<KeptObject*> newestKept{nullptr};

} // namespace

void keepForEver(std::shared_ptr<void> object) noexcept
{
    if (!object)
        return;
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): without memory the program ends
    auto* const kept = new KeptObject{std::move(object), newestKept.load()};
    while (!newestKept.compare_exchange_weak(kept->next, kept)) { }
}

Error madeBeforeFork()
{
    return {ErrorClass::InvalidArgument,
        trNoop("the lock client was made before fork(): make one in the child", "data"), {}};
}

} // namespace lockkeeper::lock
