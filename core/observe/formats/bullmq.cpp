// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {

namespace {

constexpr const char* kBullmqCaution = trNoop(
    "the job counts as stalled and is run again, while its worker may still be at it", "data");

std::optional<DecodedLock> tellBullMq(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    if (!value || value->size() < kUuidLength + 2 || (*value)[kUuidLength] != ':'
        || value->find_first_not_of("0123456789", kUuidLength + 1) != std::string_view::npos
        || !isUuid(std::string(value->substr(0, kUuidLength))))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder.detail = absl::Substitute(
        trNoop("worker $0", "holder"), std::string(value->substr(0, kUuidLength)));
    return lock;
}

MaybeCertain certaintyOfBullmq(const KeyReading& reading, NameHint /*name*/)
{
    constexpr std::ptrdiff_t kColons = 3;
    return certainIf(std::ranges::count(reading.key, ':') >= kColons);
}

} // namespace

/// Needs the usual prefix: others also name locks by three parts. Source: bull, lib/job.js,
/// lib/queue.js.
Format bullFormat()
{
    return {.name = "Bull",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "bull:", .keyEnds = ":lock"},
        .recognise = tokenThat(isUuid, ValueScope::Shared), // of a process
        .certainty = certaintyOfBullmq,
        .isRevocable = true,
        .caution = kBullmqCaution};
}

/// Source: BullMQ, src/classes/worker.ts, src/commands/includes/prepareJobForProcessing.lua.
Format bullMqFormat()
{
    return {.name = "BullMQ",
        .shape = {.shortest = 38, .longest = 60, .keyEnds = ":lock"},
        .recognise = tellBullMq,
        .certainty = certaintyOfBullmq,
        .isRevocable = true,
        .caution = kBullmqCaution};
}

} // namespace lockkeeper::observe
