// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"

#include <QStringList>

namespace lockkeeper::tests {

/// A board with everything that the window has words for: locks with each kind of evidence,
/// verdict, mode and certainty, masters in each state, who waits, and a deadlock. The masters are
/// a, b, c.
[[nodiscard]] observe::BoardUpdate fullBoard(SteadyTime now, WallTime wallNow);

/// The names in it that are not translated: of locks, hosts, programs, users and the like.
[[nodiscard]] QStringList fullBoardNames();

} // namespace lockkeeper::tests
