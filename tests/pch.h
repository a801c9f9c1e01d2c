// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Precompiled for the tests: the headers that most files use and that cost most to read.
#include "core/clock.h"
#include "core/config/deployment.h"

#include <QtTest>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tl/expected.hpp>
#include <unordered_map>
#include <variant>
#include <vector>
