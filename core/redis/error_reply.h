// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string_view>

namespace lockkeeper::redis {

/// Turns the text of an error reply ("NOAUTH Authentication required.") into an Error. The class
/// comes from the prefix; in-script permission errors ("ERR The user executing the script can't
/// run ...") count as NoPermission, and the suffix that Redis adds to errors raised inside scripts
/// is removed. Unknown prefixes are ServerError. Source: Redis 7.0 server.c, script.c, acl.c.
[[nodiscard]] Error errorFromReply(std::string_view text, const MasterId& master);

} // namespace lockkeeper::redis
