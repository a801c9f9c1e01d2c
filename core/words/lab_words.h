// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/free_play.h"

#include <string>

namespace lockkeeper::words {

/// "Two held the lock at once for 1.3 s: sold 12 of 10." `feared`: the fault's prediction.
[[nodiscard]] std::string rulingText(const lab::Ruling& ruling, const lab::Outcome& feared);
/// "not predicted: sold 0 of 10. Predicted: ...".
[[nodiscard]] std::string mispredictionText(
    const lab::Outcome& seen, const lab::Outcome& predicted);
/// Follows its subject: "takes it: 2 of 3".
[[nodiscard]] std::string eventText(const lab::Event& event, const lab::Scene& scene);
[[nodiscard]] std::string runTimeText(std::chrono::milliseconds time);
[[nodiscard]] std::string variantText(const lab::Variant& variant);

} // namespace lockkeeper::words
