// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/kinds/kind.h"

#include <QString>

// Translated words about kinds of keys. Plain text, safe to show.
namespace lockkeeper::ui {

/// "order:<n>:lock".
[[nodiscard]] QString kindNameText(const observe::Kind& kind);
/// The two most frequent: "string, hash".
[[nodiscard]] QString kindTypesText(const observe::Kind& kind);
/// The two most frequent: "uuid, 1".
[[nodiscard]] QString kindValuesText(const observe::Kind& kind);
/// "00:00:04 to 00:01:00", "none, 00:00:30".
[[nodiscard]] QString kindTtlText(const observe::Kind& kind);
/// "certain: redis-py", "3 likely, 2 possible: lk1", "no lock".
[[nodiscard]] QString takenForText(const observe::Kind& kind);
/// "its name says lock".
[[nodiscard]] QString kindReasonText(observe::CertaintyReason reason);

} // namespace lockkeeper::ui
