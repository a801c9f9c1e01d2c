// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/referee.h"

#include <string>

namespace lockkeeper::words {

/// What happened in an experiment, in one sentence: "Two held the lock at once for 1.3 s: sold 12
/// of 10."
[[nodiscard]] std::string rulingText(const lab::Ruling& ruling);
/// What was predicted, to stand beside rulingText(): "two hold the lock at once, sold 12 of 10".
[[nodiscard]] std::string predictionText(const lab::Outcome& outcome);
/// A time within a run: "76 ms", "1.3 s".
[[nodiscard]] std::string runTimeText(std::chrono::milliseconds time);
/// A way to lock: "set-nx-px on one master", "redlock on 3 masters, renewed, with fencing".
[[nodiscard]] std::string variantText(const lab::Variant& variant);

} // namespace lockkeeper::words
