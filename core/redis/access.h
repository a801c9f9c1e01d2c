// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <optional>
#include <string_view>

namespace lockkeeper::redis {

/// What a connection may ask of its server.
enum class Access {
    Read, ///< commands of the allow-list only: none of them changes data or settings
    Full, ///< any command
};

/// ReadOnlyDeployment if `access` is Read and a command in `wire` is not on the allow-list. The
/// list has the reads that this program sends, and the commands that concern its own connection
/// only, as SUBSCRIBE; their names in capital letters. `wire` is one or more whole commands of
/// Command or Pipeline. Pure.
[[nodiscard]] std::optional<Error> checkAccess(
    Access access, std::string_view wire, const MasterId& master);

} // namespace lockkeeper::redis
