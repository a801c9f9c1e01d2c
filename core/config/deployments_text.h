// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// What the text of a deployments file says.
struct ParsedDeployments {
    std::vector<Deployment> deployments; ///< those with nothing wrong, in their order
    std::vector<Error> errors; ///< one line each: "FILE:LINE: what; what to do"
};

/// The names of the built-in lock formats, observe::formatNames(): a hint may use them, and a
/// format of the user's own may not. Empty: neither is checked.
using FormatNames = std::vector<std::string>;

/// Reads the text of a deployments file (TOML, see docs/deployments.md). A deployment with anything
/// wrong in it is left out and each fault is an error; text that is no TOML is one error.
/// `fileName` begins each line. Passwords are not looked up. Pure, never throws.
[[nodiscard]] LOCKKEEPER_EXPORT ParsedDeployments parseDeployments(
    std::string_view text, std::string fileName, const FormatNames& builtinFormats = {});

/// The text that parseDeployments() reads as `deployments`; comments are not kept. InvalidArgument
/// if they can't be written: above all because one has a password in a URL without a
/// PasswordSource. Never holds a password.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> formatDeployments(
    const std::vector<Deployment>& deployments);

} // namespace lockkeeper::config
