// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// Result of parseDeployments().
struct ParsedDeployments {
    std::vector<Deployment> deployments; ///< those without errors, in their order
    std::vector<Error> errors; ///< one line each: "FILE:LINE: what; what to do"
};

/// Names of the built-in lock formats, observe::formatNames(). A hint may use them, and a format of
/// the user must not. Empty: neither is checked.
using FormatNames = std::vector<std::string>;

/// A hint to be written into the text of a deployments file.
struct NewHint {
    std::string deployment; ///< the name of the deployment
    FormatHint hint;
    std::string comment; ///< why, in one line above the hint
};

/// Parses the text of a deployments file (TOML, see docs/deployments.md). A deployment with any
/// error is left out, and each error is reported; text that is not TOML is one error. `fileName`
/// begins each line. Passwords are not read. Pure, never throws.
[[nodiscard]] LOCKKEEPER_EXPORT ParsedDeployments parseDeployments(
    std::string_view text, std::string fileName, const FormatNames& builtinFormats = {});

/// Returns text that parseDeployments() reads as `deployments`, without comments. InvalidArgument
/// if they can't be written, in particular because one has a password in a URL without a
/// PasswordSource. The text never contains a password.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> formatDeployments(
    const std::vector<Deployment>& deployments);

/// Appends a deployment to the text of a deployments file. Everything before it stays byte for
/// byte. A password without a PasswordSource is left out. InvalidArgument with one line, without
/// the file's name, if the text has errors or a deployment of that name, or if the deployment can't
/// be written. The result was parsed again: it has this deployment more, and differs in nothing
/// else. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> withDeployment(
    std::string_view text, const Deployment& deployment, const FormatNames& builtinFormats = {});

} // namespace lockkeeper::config
