// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

namespace lockkeeper::ui {

/// All keyboard shortcuts and what they do, for the help dialog.
[[nodiscard]] QList<Fact> shortcutFacts();

} // namespace lockkeeper::ui
