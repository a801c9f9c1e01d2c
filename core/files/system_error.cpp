// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/system_error.h"

#include <system_error>

namespace lockkeeper {

tl::unexpected<Error> systemError(std::string what, int code, ErrorClass kind)
{
    what.append(": ").append(std::generic_category().message(code));
    return fail(kind, std::move(what));
}

} // namespace lockkeeper
