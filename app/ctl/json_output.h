// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/json_writer.h"
#include "core/lock/master_vote.h"
#include "core/release/report.h"

#include <vector>

namespace lockkeeper::ctl {

/// Bytes as a JSON string: valid UTF-8 as it is, anything else escaped as `\xNN`.
[[nodiscard]] Json textJson(std::string_view bytes);

/// The error's text, fit to be shown, or null.
[[nodiscard]] Json errorJson(const std::optional<Error>& error);

/// Adds "resource", and "resource_b64" if the name is not valid UTF-8.
void addResource(Json& object, const Resource& resource);

[[nodiscard]] Json votesJson(const std::vector<lock::MasterVote>& votes);
[[nodiscard]] Json outcomesJson(const release::Report& report);

/// One line of ASCII, with its newline.
[[nodiscard]] std::string asLine(const Json& json);

} // namespace lockkeeper::ctl
