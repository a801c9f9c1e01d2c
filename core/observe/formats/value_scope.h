// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// For no particular library: Unclear if the value has a UUID or long random text, else Shared.
[[nodiscard]] ValueScope scopeOfValue(const KeyReading& reading);

} // namespace lockkeeper::observe
