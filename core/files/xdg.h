// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace lockkeeper {

// Directories for a user's files, after the XDG Base Directory Specification. A variable that is
// empty or a relative path counts as unset. These functions read the environment: do not call them
// while another thread changes it.

/// For files that a program writes by itself: $XDG_STATE_HOME, else .local/state in the home
/// directory. The home directory is $HOME, else the one in the user database, so that a service
/// without HOME keeps a journal, too. Empty if none is known.
[[nodiscard]] std::filesystem::path stateHome();

/// For files that a person writes: $XDG_CONFIG_HOME, else $HOME/.config. Empty if neither is set.
/// Unlike stateHome(), it ignores the user database: a program that was started without HOME must
/// not read a user's file.
[[nodiscard]] std::filesystem::path configHome();

/// For files that may be deleted at any time: $XDG_CACHE_HOME, else $HOME/.cache. Empty if neither
/// is set.
[[nodiscard]] std::filesystem::path cacheHome();

} // namespace lockkeeper
