// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Precompiled for the tests of ui. What a window watches is in nearly all of them.
#include "tests/pch.h"
#include "ui/bridge/session.h"
#include "ui/pch.h"
