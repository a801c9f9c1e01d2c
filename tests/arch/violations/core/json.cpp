// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

const auto object = nlohmann::json::parse(line, nullptr, false);
