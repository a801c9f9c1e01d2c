// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme.h"

namespace lockkeeper::lock {

// The classic schemes, by age: each for one master and one resource. What each writes and how it
// fails is told where it is defined. Redlock on one master is right where they are: use these only
// beside other programs that use them, to teach, or to demonstrate.
[[nodiscard]] const Scheme& setnxExpire();
[[nodiscard]] const Scheme& setnxTimestamp();
[[nodiscard]] const Scheme& luaSetnxExpire();
[[nodiscard]] const Scheme& setNxPx();
[[nodiscard]] const Scheme& setNxPxTokenGetDel();
[[nodiscard]] const Scheme& setNxPxToken();
[[nodiscard]] const Scheme& redisson();
[[nodiscard]] const Scheme& redisPy();

} // namespace lockkeeper::lock
