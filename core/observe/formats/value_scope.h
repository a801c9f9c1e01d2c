// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// Whom a value of no particular library belongs to: Unclear if it has a UUID or long random text,
/// else Shared. Never Acquisition: only a known library's token is certain to be one. See
/// docs/formats.md, "What a name says". Pure.
[[nodiscard]] ValueScope scopeOfValue(const KeyReading& reading);

} // namespace lockkeeper::observe
