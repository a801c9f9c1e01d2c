// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// One recogniser per format; each is documented where it is defined, with its source.
std::optional<Recognised> recogniseLk1(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseTombstone(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseRedisson(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseRedissonReadWrite(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseRedisPy(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseNodeRedlock(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseTimestamp(const KeyReading& reading, WallTime now);
std::optional<Recognised> recogniseSetnx(const KeyReading& reading, WallTime now);

} // namespace lockkeeper::observe
