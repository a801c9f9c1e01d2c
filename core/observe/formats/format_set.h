// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/user_format.h"
#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// The formats of a deployment, in the order in which they are tried: hinted formats, the user's
/// own, the built-in ones. A hinted format is used for its keys whatever their names and TTLs, and
/// without alternatives; if the value does not have that format, the others are tried. The first
/// hint that matches a key counts. InvalidArgument with one line for a hint to an unknown format,
/// for a name or glob that is missing or taken, and for a pattern that is no regular expression.
[[nodiscard]] Result<Formats> formatSet(
    const std::vector<config::FormatHint>& hints, const std::vector<config::UserFormat>& own);

/// Names of all built-in formats. A hint may use them, besides the names of user formats; a user
/// format must not.
[[nodiscard]] std::vector<std::string> formatNames();

} // namespace lockkeeper::observe
