// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/free_play.h"

#include <string>

namespace lockkeeper::words {

/// What happened in an experiment, in one sentence: "Two held the lock at once for 1.3 s: sold 12
/// of 10." `feared`: what is predicted for the fault of the experiment.
[[nodiscard]] std::string rulingText(const lab::Ruling& ruling, const lab::Outcome& feared);
/// That it went otherwise: "not predicted: sold 0 of 10. Predicted: ..., sold 12 of 10".
[[nodiscard]] std::string mispredictionText(
    const lab::Outcome& seen, const lab::Outcome& predicted);
/// What has happened to the lock, said of who did it or whom it befell: "takes it: 2 of 3", "is
/// paused".
[[nodiscard]] std::string eventText(const lab::Event& event, const lab::Scene& scene);
/// A time within a run: "76 ms", "1.3 s".
[[nodiscard]] std::string runTimeText(std::chrono::milliseconds time);
/// A way to lock: "set-nx-px on one master", "redlock on 3 masters, renewed, with fencing".
[[nodiscard]] std::string variantText(const lab::Variant& variant);

} // namespace lockkeeper::words
