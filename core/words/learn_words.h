// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/learn.h"

#include <string>

// Findings from the traffic: see time_words.h.
namespace lockkeeper::words {

[[nodiscard]] std::string usedText(const observe::LearntKind& kind);
/// Empty: all was heard.
[[nodiscard]] std::string unheardText(const observe::LearntMaster& master);

} // namespace lockkeeper::words
