// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/learn.h"

#include <string>

// Kinds of keys, and their traffic: see time_words.h.
namespace lockkeeper::words {

[[nodiscard]] const char* shapeWord(observe::ValueShape shape) noexcept;
/// "4 s to 1 m 00 s".
[[nodiscard]] std::string ttlText(const observe::Kind& kind);

[[nodiscard]] std::string usedText(const observe::LearntKind& kind);
/// Empty: all was heard.
[[nodiscard]] std::string unheardText(const observe::LearntMaster& master);

} // namespace lockkeeper::words
