// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <asio/io_context.hpp>
#include <nlohmann/json.hpp>
#include "tests/support/manual_clock.h"
