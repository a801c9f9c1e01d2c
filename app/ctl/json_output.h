// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/json_writer.h"
#include "core/lock/master_vote.h"
#include "core/release/report.h"

#include <vector>

namespace lockkeeper::ctl {

/// Bytes as a JSON string: valid UTF-8 unchanged, anything else as displaySafe() escapes it
/// (`\xNN`).
[[nodiscard]] Json textJson(std::string_view bytes);

/// The error's text, passed through displaySafe(); null without an error.
[[nodiscard]] Json errorJson(const std::optional<Error>& error);

/// Adds the field "resource", and "resource_b64" if the name is not valid UTF-8, or not
/// isTypable().
void addResource(Json& object, const Resource& resource);

[[nodiscard]] Json votesJson(const std::vector<lock::MasterVote>& votes);
[[nodiscard]] Json outcomesJson(const release::Report& report);

/// The JSON as one line of ASCII, with a newline.
[[nodiscard]] std::string asLine(const Json& json);

} // namespace lockkeeper::ctl
