// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <vector>

namespace lockkeeper::observe {

/// True if the user may not use the command at all, whatever the key.
[[nodiscard]] bool isCommandRefused(const Error& error);

/// A refused read.
struct RefusedRead {
    std::string user; ///< empty: the default user
    std::string key;
    std::vector<std::string> patterns; ///< as watched; empty: all keys
    bool isAlone = false; ///< no other key is read
};

/// Why a key could not be read, as text for people. For a missing permission: what is lost by it,
/// and the command that grants it. Any other error is returned unchanged. Names are truncated but
/// not escaped. Pure. Source of the error texts: Redis 6.2 and 7.0 server.c, 7.2 acl.c.
[[nodiscard]] Error explainRefusal(const Error& error, const RefusedRead& read);

} // namespace lockkeeper::observe
