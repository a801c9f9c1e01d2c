// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/bug.h"
#include "tests/simulation/request.h"

namespace lockkeeper::simulation {

/// Replaces a command by the one that a library with this bug would send. Most bugs change none.
/// `isHeld`: a lease with the request's token was won.
void sabotage(Bug bug, Request& request, bool isHeld);

} // namespace lockkeeper::simulation
