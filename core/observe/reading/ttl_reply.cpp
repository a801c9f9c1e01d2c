// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/ttl_reply.h"

#include "core/text/translate.h"

namespace lockkeeper::observe {
namespace {

constexpr std::int64_t kGone = -2;
constexpr std::int64_t kNoExpiry = -1;

} // namespace

bool isGone(const Result<redis::Reply>& reply)
{
    return reply && reply->isInteger() && reply->integer == kGone;
}

std::optional<Error> takeTtl(
    KeyReading& reading, Result<redis::Reply>& reply, SteadyTime now, const MasterId& master)
{
    reading.readAt = now;
    if (!reply)
        return std::move(reply.error());
    if (!reply->isInteger() || reply->integer < kGone)
        return Error{ErrorClass::ServerError, trNoop("unexpected reply to PTTL", "data"), master};
    if (reply->integer == kGone)
        reading = KeyReading{.key = std::move(reading.key), .readAt = now};
    else if (reply->integer != kNoExpiry)
        reading.ttl = std::chrono::milliseconds(reply->integer);
    return std::nullopt;
}

} // namespace lockkeeper::observe
