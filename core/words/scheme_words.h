// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/scheme_ref.h"

#include <string>

namespace lockkeeper::words {

/// "A crash between SETNX and EXPIRE leaves a lock that never expires."
[[nodiscard]] std::string schemeFaultText(lock::SchemeRef scheme);

} // namespace lockkeeper::words
