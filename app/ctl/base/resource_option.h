// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/types.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace lockkeeper::ctl {

struct TypedResource {
    std::optional<Resource> resource;
    bool isEncoded = false;
};

void addResource(CLI::App& command, TypedResource& typed, const std::string& help);
void addResource(CLI::App& command, TypedResource& typed);

enum class EmptyName {
    Refused,
    Encoded, ///< as `--resource-b64 ''`: an empty RESOURCE is an unset variable
};

/// Throws CLI::RequiredError if missing, CLI::ValidationError if wrongly empty.
const Resource& checkResource(const TypedResource& typed, EmptyName empty);

/// An ensemble's whole path, as in `list`. Anything but a path stays.
[[nodiscard]] Resource resourceIn(const config::Deployment& deployment, const Resource& typed);

/// "a is free: it is not stored in database 0"; for an escaped name, also how to type it.
[[nodiscard]] std::string freeText(const Resource& resource, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
