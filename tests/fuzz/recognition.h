// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/format_set.h"

namespace lockkeeper::fuzz {

/// All formats: those of a deployment that hints at each of them for keys that begin with the
/// format's name and an exclamation mark, and that has formats of its own.
[[nodiscard]] const observe::FormatSet& allFormats();

/// Throws Broken unless what is made of the reading can be shown, is the same each time, and is the
/// same when it was kept packed.
void checkRecognition(const observe::FormatSet& formats, const observe::KeyReading& reading);

} // namespace lockkeeper::fuzz
