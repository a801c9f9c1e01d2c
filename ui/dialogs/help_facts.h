// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

namespace lockkeeper::ui {

/// All keys that do something.
[[nodiscard]] QList<Fact> shortcutFacts();

} // namespace lockkeeper::ui
