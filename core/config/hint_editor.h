// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployments_text.h"

namespace lockkeeper::config {

/// Puts a hint into the text of a deployments file. Everything else stays byte for byte: a new hint
/// becomes the last one of its deployment, and one for the same keys gets the new format in its
/// place. Text that has this hint already is returned unchanged. The comment is passed through
/// displaySafe().
///
/// Knows the usual ways to write the file. InvalidArgument with one line, without the file's name,
/// for another one, or if the text has errors or no such deployment. The result was parsed again:
/// it differs from `text` in this hint alone. Pure.
[[nodiscard]] Result<std::string> withHint(
    std::string_view text, const NewHint& hint, const FormatNames& builtinFormats = {});

} // namespace lockkeeper::config
