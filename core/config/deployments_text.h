// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// An unusable entry, or text outside of entries.
struct BrokenDeployment {
    std::string name;
    Error error; ///< the first of its errors

    friend bool operator==(const BrokenDeployment&, const BrokenDeployment&) = default;
};

struct ParsedDeployments {
    std::vector<Deployment> deployments; ///< without errors
    std::vector<Error> errors; ///< "FILE:LINE: what; what to do"
    std::vector<BrokenDeployment> broken{};
    std::vector<std::string> passwordVariables{}; ///< also of broken entries
};

/// observe::formatNames(): hints may use them, user's formats may not. Empty: no check.
using FormatNames = std::vector<std::string>;

struct NewHint {
    std::string deployment;
    FormatHint hint;
    std::string comment; ///< one line above the hint
};

/// Parses TOML: docs/deployments.md. Omits deployments with errors. Reads no passwords. Never
/// throws.
[[nodiscard]] LOCKKEEPER_EXPORT ParsedDeployments parseDeployments(
    std::string_view text, std::string fileName, const FormatNames& builtinFormats = {});

/// Text for parseDeployments(), without comments and passwords. InvalidArgument if impossible, as
/// for a password without a PasswordSource.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> formatDeployments(
    const std::vector<Deployment>& deployments);

/// Appends a deployment, without passwords that lack a PasswordSource. InvalidArgument, without a
/// file name: errors, a used name, or what can't be written.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> withDeployment(
    std::string_view text, const Deployment& deployment, const FormatNames& builtinFormats = {});

} // namespace lockkeeper::config
