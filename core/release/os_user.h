// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockkeeper::release {

/// The login name of this process's user, for the journal and for tombstones; its number if it has
/// no name. May read the user database.
[[nodiscard]] std::string osUser();

/// This host's name, for the journal and for reports; "unknown" if it has none.
[[nodiscard]] std::string hostName();

} // namespace lockkeeper::release
