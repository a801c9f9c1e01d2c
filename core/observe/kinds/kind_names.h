// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/kinds/kind.h"

namespace lockkeeper::observe {

// Names for programs. They never change and are never translated. All pure.

/// "uuid", "hex-32", "number" ...: listed in docs/lockctl.md.
[[nodiscard]] const char* valueShapeName(ValueShape shape) noexcept;

} // namespace lockkeeper::observe
