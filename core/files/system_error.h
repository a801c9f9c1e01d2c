// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <system_error>

namespace lockkeeper {

/// "can't open it: No such file or directory".
[[nodiscard]] tl::unexpected<Error> systemError(
    std::string what, int code, ErrorClass kind = ErrorClass::System);

/// Of std::thread's constructor.
[[nodiscard]] tl::unexpected<Error> noThreadError(const std::system_error& error);

} // namespace lockkeeper
