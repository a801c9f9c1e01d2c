// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace lockkeeper {

// Where a user's files lie, after the XDG Base Directory Specification: a variable that is empty or
// a relative path counts as unset. They read the environment: not while another thread changes it.

/// For what a program writes down by itself: $XDG_STATE_HOME, else .local/state in the home
/// directory. That is $HOME, else the one in the user database, so that a service without HOME
/// keeps a journal, too. Empty if none of them is known.
[[nodiscard]] std::filesystem::path stateHome();

/// For what a person writes: $XDG_CONFIG_HOME, else $HOME/.config. Empty if neither is set; unlike
/// stateHome(), it does not look into the user database: a program whose caller took HOME away
/// reads no file of somebody's.
[[nodiscard]] std::filesystem::path configHome();

} // namespace lockkeeper
