// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// The formats of a deployment: its hinted formats, its own formats and the built-in ones; see
/// formatSet(). InvalidArgument with one line if they can't be used.
[[nodiscard]] Result<Formats> formatsOf(const config::Deployment& deployment);

} // namespace lockkeeper::observe
