// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::config {

/// A part of the text that can't be used: an entry, or else what stands beside the entries.
struct BrokenDeployment {
    std::string name; ///< empty: it has none
    Error error; ///< the first of its errors

    friend bool operator==(const BrokenDeployment&, const BrokenDeployment&) = default;
};

struct ParsedDeployments {
    std::vector<Deployment> deployments; ///< without errors, in order
    std::vector<Error> errors; ///< "FILE:LINE: what; what to do"
    std::vector<BrokenDeployment> broken{}; ///< in order
    std::vector<std::string> passwordVariables{}; ///< of all entries, whatever their errors
};

/// Those of observe::formatNames(): hints may use them, a user's formats may not. Empty: no check.
using FormatNames = std::vector<std::string>;

struct NewHint {
    std::string deployment;
    FormatHint hint;
    std::string comment; ///< one line above the hint
};

/// Parses TOML: docs/deployments.md. Leaves out deployments with errors. An error begins with
/// `fileName`. Reads no passwords. Pure, never throws.
[[nodiscard]] LOCKKEEPER_EXPORT ParsedDeployments parseDeployments(
    std::string_view text, std::string fileName, const FormatNames& builtinFormats = {});

/// For parseDeployments(). Omits comments and passwords. InvalidArgument if impossible, as for a
/// password without a PasswordSource. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> formatDeployments(
    const std::vector<Deployment>& deployments);

/// Appends a deployment, without passwords that lack a PasswordSource; all earlier bytes stay.
/// InvalidArgument, in one line without file name, for errors, a used name, or what can't be
/// written. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT Result<std::string> withDeployment(
    std::string_view text, const Deployment& deployment, const FormatNames& builtinFormats = {});

} // namespace lockkeeper::config
