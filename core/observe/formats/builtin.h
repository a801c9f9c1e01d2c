// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

// One function a format; each is documented where it is defined, with its source.
Format lk1Format();
Format tombstoneFormat();
Format redissonFormat();
Format redissonReadWriteFormat();
Format redisPyFormat();
Format nodeRedlockFormat();
Format timestampFormat();
Format setnxFormat();

} // namespace lockkeeper::observe
