// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/prefix_tally.h"
#include "core/check/step.h"
#include "core/config/deployment.h"

#include <QString>

namespace lockkeeper::ui {

[[nodiscard]] QString stepText(check::Step step);
/// A step with advice, what a rare event costs, is marked as a warning here: a tick would say that
/// all is well.
[[nodiscard]] check::StepState shownState(const check::StepOutcome& outcome);
[[nodiscard]] QString stepStateText(check::StepState state);
[[nodiscard]] QString prefixText(const check::PrefixCount& prefix);
[[nodiscard]] QString deploymentClassText(config::DeploymentClass deploymentClass);

} // namespace lockkeeper::ui
