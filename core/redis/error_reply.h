// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string_view>

namespace lockkeeper::redis {

/// An error reply ("NOAUTH Authentication required.") as an Error; ServerError if unknown. Removes
/// what Redis adds inside scripts: a suffix from 7.0, a prefix in 6.x. Source: Redis 6.2
/// scripting.c, 7.0 and 7.2 server.c, script.c, acl.c.
[[nodiscard]] Error errorFromReply(std::string_view text, const MasterId& master);

} // namespace lockkeeper::redis
