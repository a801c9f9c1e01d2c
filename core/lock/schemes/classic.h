// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme_ref.h"

namespace lockkeeper::lock {

// The classic schemes, by age: each for one master and one resource. What each writes and how it
// fails is told where it is defined. Redlock on one master is right where they are: use these only
// beside other programs that use them, to teach, or to demonstrate.
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setnxExpire();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setnxTimestamp();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& luaSetnxExpire();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPx();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPxTokenGetDel();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPxToken();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redisson();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redisPy();

} // namespace lockkeeper::lock
