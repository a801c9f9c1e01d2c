// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The environment variable that names masters where no option does.
inline constexpr const char* kMastersVariable = "LOCKKEEPER_MASTERS";
/// The environment variable with the token of `lockctl serve`.
inline constexpr const char* kServeTokenVariable = "LOCKKEEPER_SERVE_TOKEN";

/// The options that every command has. Patterns, URLs and names are the bytes of the command line.
struct GlobalOptions {
    std::vector<std::string> masters; ///< URLs; may hold passwords
    std::vector<std::string> patterns;
    std::string journal; ///< empty: the default file
    std::string history; ///< empty: the deployment's default file
    std::optional<std::string> config; ///< the deployments file; nullopt: the default one
    std::optional<std::string> deployment; ///< name of a deployment in the file
    /// The only deployment to work on; see Target::lineOptions.
    std::optional<std::string> expected;
    bool isSandbox = false;
    bool isJson = false;
    bool arePossibleWanted = false; ///< also what is only possibly a lock
};

} // namespace lockkeeper::ctl
