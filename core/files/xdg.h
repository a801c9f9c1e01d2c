// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace lockkeeper {

// XDG Base Directory Specification. Empty: unknown. Empty variables and relative paths count as
// unset. Don't change the environment meanwhile.

/// Programs' files: $XDG_STATE_HOME, else .local/state in $HOME, or in the user database's home, so
/// that a service keeps a journal.
[[nodiscard]] std::filesystem::path stateHome();

/// People's files: $XDG_CONFIG_HOME, else $HOME/.config. Not from the user database: a program
/// without HOME must not read a user's file.
[[nodiscard]] std::filesystem::path configHome();

/// Disposable files: $XDG_CACHE_HOME, else $HOME/.cache.
[[nodiscard]] std::filesystem::path cacheHome();

} // namespace lockkeeper
