// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/reading/key_reading.h"
#include "core/redis/reply.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// True if PTTL says that there is no such key.
[[nodiscard]] bool isGone(const Result<redis::Reply>& reply);

/// Completes a reading by the reply to PTTL, which came at `now`: sets the TTL and the time, or
/// makes it that of a missing key. Returns the reason if the reply tells nothing.
[[nodiscard]] std::optional<Error> takeTtl(
    KeyReading& reading, Result<redis::Reply>& reply, SteadyTime now, const MasterId& master);

} // namespace lockkeeper::observe
