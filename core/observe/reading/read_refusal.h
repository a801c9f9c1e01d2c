// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// The whole command is refused to the user, not only this key.
[[nodiscard]] bool isCommandRefused(const Error& error);

/// Who was refused to read what.
struct RefusedRead {
    std::string_view user; ///< empty: the default user
    std::string_view key;
    const std::vector<std::string>& patterns; ///< as watched; empty: all keys
};

/// Why a key could not be read, for people: for a missing permission what is lost by it, and the
/// line that grants it; any other error as it is. Names in it are cut, no more. Pure. Source of
/// the wordings: Redis 6.2 and 7.0 server.c, 7.2 acl.c.
[[nodiscard]] Error explainRefusal(const Error& error, const RefusedRead& read);

} // namespace lockkeeper::observe
