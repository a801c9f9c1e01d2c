// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/acquire_check.h"

#include "core/lock/scheme.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

Result<void> checkRanges(const AcquireOptions& options)
{
    const auto refuse
        = [](const char* text) { return fail(ErrorClass::InvalidArgument, std::string(text)); };
    if (!(options.driftFactor >= 0 && options.driftFactor < 1))
        return refuse(trNoop("the drift factor must be from 0 to below 1", "data"));
    if (options.timeout
        && (*options.timeout <= milliseconds(0) || *options.timeout > kLongestDuration))
        return refuse(trNoop("the timeout must be from 1 ms to 100 years", "data"));
    if (options.wait < milliseconds(0))
        return refuse(trNoop("the wait must not be negative", "data"));
    if (options.tries == 0U)
        return refuse(trNoop("at least one try must be allowed", "data"));
    if (options.retryDelay < milliseconds(0) || options.retryJitter < milliseconds(0))
        return refuse(trNoop("the time between two tries must not be negative", "data"));
    if (options.maxHold <= milliseconds(0))
        return refuse(trNoop("the time to renew must be at least 1 ms", "data"));
    return {};
}

Result<void> checkPlace(const std::vector<Resource>& resources, const AcquireOptions& options)
{
    if (!options.inPlaceOf)
        return {};
    const std::string& value = options.inPlaceOf->value;
    if (value.empty() || value.size() > kLongestToken)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the value to be replaced must have from 1 to 4096 bytes", "data"));
    const Scheme& scheme = options.scheme.get();
    if (!scheme.abilities().canReplace || resources.size() > 1)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("the scheme $0 replaces values of single keys only, if at all", "data"),
                std::string(scheme.name())));
    return {};
}

} // namespace

Result<void> checkNames(const std::vector<Resource>& resources)
{
    if (resources.empty())
        return fail(ErrorClass::InvalidArgument, trNoop("no resource is named", "data"));
    if (std::ranges::any_of(resources, &Resource::isEmpty))
        return fail(ErrorClass::InvalidArgument, trNoop("the resource's name is empty", "data"));
    std::size_t size = 0;
    for (const Resource& resource : resources)
        size += resource.value().size();
    if (size > kLongestNames)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the resources' names are too long: together at most 64 KiB", "data"));
    return {};
}

Result<void> checkAcquire(const LockContext& context, const std::vector<Resource>& resources,
    const AcquireOptions& options)
{
    const Scheme::Abilities can = options.scheme.get().abilities();
    const auto refuse = [&](const char* format) {
        return fail(ErrorClass::Unsupported,
            absl::Substitute(format, std::string(options.scheme.get().name())));
    };
    if (context.isReadOnly)
        return fail(ErrorClass::ReadOnlyDeployment,
            trNoop("the deployment is read-only here: no lock is taken there", "data"));
    if (auto checked = checkNames(resources); !checked)
        return checked;
    if (auto checked = checkRanges(options); !checked)
        return checked;
    if (options.onDeadlock == OnDeadlock::Fail && !options.isWaitAnnounced)
        return fail(ErrorClass::InvalidArgument,
            trNoop("a deadlock is found only if waits are announced", "data"));
    if (context.masters.size() > 1 && !can.hasManyMasters)
        return refuse(trNoop("the scheme $0 works on one master only", "data"));
    if (resources.size() > 1 && !can.hasManyResources)
        return refuse(trNoop("the scheme $0 takes one resource at a time", "data"));
    if (options.isFenced && !can.isFenceable)
        return refuse(trNoop("the scheme $0 has no fencing tokens", "data"));
    if (!options.ttl.isFinite() && !can.isTtlOptional)
        return refuse(trNoop("the scheme $0 needs a TTL", "data"));
    return checkPlace(resources, options);
}

} // namespace lockkeeper::lock
