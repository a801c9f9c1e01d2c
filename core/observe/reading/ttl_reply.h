// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// PTTL found no key.
[[nodiscard]] bool isGone(const Result<redis::Reply>& reply);

/// Sets TTL and time by the reply to PTTL, or makes it a missing key. Error: the reply says
/// nothing.
[[nodiscard]] std::optional<Error> takeTtl(
    KeyReading& reading, Result<redis::Reply>& reply, SteadyTime now, const MasterId& master);

} // namespace lockkeeper::observe
