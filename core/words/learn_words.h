// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/learn.h"

#include <string>

// What was learnt from the traffic: see time_words.h.
namespace lockkeeper::words {

/// How the keys of a kind were used: "taken 14 times, released 12 times, by 5 clients; 31 tries in
/// vain".
[[nodiscard]] std::string usedText(const observe::LearntKind& kind);
/// Why not all was heard of a master; empty: all was.
[[nodiscard]] std::string unheardText(const observe::LearntMaster& master);

} // namespace lockkeeper::words
