// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Precompiled for the tests of observe.
#include "core/observe/board/board.h"
#include "core/observe/watcher.h"
#include "tests/pch.h"
