// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <optional>

namespace lockkeeper::ui {

class Session;

/// What to ask before the window of a session closes: it releases its leases, and gives up masters
/// that a release waits for. nullopt: nothing is lost.
[[nodiscard]] std::optional<Question> closingQuestion(Session& session);
/// The same before its deployment is opened again, with another login or pattern, in a window that
/// takes the place of this one.
[[nodiscard]] std::optional<Question> reopeningQuestion(Session& session);

} // namespace lockkeeper::ui
