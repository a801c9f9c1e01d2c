// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"

#include <string>

namespace lockkeeper::words {

/// "certain", "likely", "possible": see nameOf() for programs.
[[nodiscard]] const char* certaintyWord(observe::Certainty certainty) noexcept;
/// Why a key is taken for a lock, or for no lock, as a part of a sentence.
[[nodiscard]] const char* reasonText(observe::CertaintyReason reason) noexcept;
/// "likely: its name says lock".
[[nodiscard]] std::string certaintyText(observe::ReasonedCertainty certainty);

} // namespace lockkeeper::words
