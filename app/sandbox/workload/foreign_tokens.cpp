// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/foreign_tokens.h"

#include "core/lock/uuid.h"
#include "core/text/hex.h"
#include "core/text/random_bytes.h"

namespace lockkeeper::sandbox {

std::string randomHex(std::size_t bytes)
{
    return hex(randomBytes(bytes).value_or(std::string(bytes, '\0')));
}

std::string uuid1Hex(WallTime now)
{
    return lock::makeUuid1Hex(now).value_or(std::string(32, '0'));
}

std::string uuid4()
{
    return lock::makeUuid4().value_or("00000000-0000-4000-8000-000000000000");
}

} // namespace lockkeeper::sandbox
