// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/alert.h"

namespace lockkeeper::ui {

/// "Lock freed", "Quorum lost" ...
[[nodiscard]] QString alertTitle(AlertKind kind);
/// What happened, in one sentence: "cron:bill is stale: holder's process gone." Plain text, safe to
/// show.
[[nodiscard]] QString alertText(const Alert& alert);

} // namespace lockkeeper::ui
