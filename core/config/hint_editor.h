// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployments_text.h"

namespace lockkeeper::config {

/// Puts a hint into a deployments file's text: in place of the one for the same keys, else after
/// its deployment's last. Other bytes stay. The comment passes through displaySafe().
/// InvalidArgument, without a file name: unusual layout, errors, or no such deployment.
[[nodiscard]] Result<std::string> withHint(
    std::string_view text, const NewHint& hint, const FormatNames& builtinFormats = {});

} // namespace lockkeeper::config
