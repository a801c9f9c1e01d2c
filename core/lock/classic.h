// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme_ref.h"

namespace lockkeeper::lock {

// The classic schemes, by age: one master, one resource. docs/schemes.md says what each writes,
// docs/failures.md how it fails. Use them beside programs that do, or to teach; otherwise
// redlock().
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setnxExpire();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setnxTimestamp();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& luaSetnxExpire();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPx();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPxTokenGetDel();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& setNxPxToken();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redisson();
[[nodiscard]] LOCKKEEPER_EXPORT const Scheme& redisPy();

} // namespace lockkeeper::lock
