// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper {

/// "a, b, c", in the chosen language; clausesText(): "a; b; c".
[[nodiscard]] std::string listText(const std::vector<std::string>& items);
[[nodiscard]] std::string clausesText(const std::vector<std::string>& clauses);

void addToList(std::string& text, std::string_view item);
void addClause(std::string& text, std::string_view clause);

} // namespace lockkeeper
