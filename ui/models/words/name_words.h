// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/certainty.h"

#include <QString>
#include <string>

// Words for what has a stable name in the journal and in the history. A name that is not known is
// shown unchanged.
namespace lockkeeper::ui {

/// "certain", "likely", "possible".
[[nodiscard]] QString certaintyWord(observe::Certainty certainty);
[[nodiscard]] QString certaintyWord(const std::string& name);
/// "release", "revoke", "acquire".
[[nodiscard]] QString actionText(const std::string& name);
/// The state of a master: "down", "silent".
[[nodiscard]] QString masterStateText(const std::string& name);

} // namespace lockkeeper::ui
