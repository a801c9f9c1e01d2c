// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/base/alert.h"

namespace lockkeeper::ui {

[[nodiscard]] QString alertTitle(AlertKind kind);
/// "cron:bill is stale: holder's process gone." Safe to show.
[[nodiscard]] QString alertText(const Alert& alert);

} // namespace lockkeeper::ui
