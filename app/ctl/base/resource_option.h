// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/types.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace lockkeeper::ctl {

/// A lock's name on the command line.
struct TypedResource {
    std::optional<Resource> resource; ///< nullopt: none was given
    bool isEncoded = false; ///< given by --resource-b64
};

/// Adds the argument RESOURCE and the option --resource-b64, for names that can't be typed.
/// Parsing fills `typed`, which must outlive it; CLI::ValidationError for what is not Base64.
void addResource(CLI::App& command, TypedResource& typed, const std::string& help);
/// The same with a help that says no more than that it is a lock's name.
void addResource(CLI::App& command, TypedResource& typed);

/// What an empty name means to a command.
enum class EmptyName {
    Refused,
    Encoded, ///< a lock, but only by `--resource-b64 ''`: an empty RESOURCE is an unset variable
};

/// The name that was given. Throws CLI::RequiredError if there is none, CLI::ValidationError for an
/// empty one that is not accepted.
const Resource& checkResource(const TypedResource& typed, EmptyName empty);

/// "a is free: it is not stored in database 0". Of a name with escapes in it, also how to give the
/// one that `list` shows like this.
[[nodiscard]] std::string freeText(const Resource& resource, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
