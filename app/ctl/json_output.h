// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/master_vote.h"
#include "core/observe/board/board_update.h"
#include "core/release/report.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace lockkeeper::ctl {

/// Keeps the keys in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// Bytes as a JSON string: valid UTF-8 as it is, anything else escaped as `\xNN`.
[[nodiscard]] Json textJson(std::string_view bytes);

/// A past moment in milliseconds of Unix time, by the wall clock as it is now.
[[nodiscard]] Json wallJson(SteadyTime time);

/// Adds "resource", and "resource_b64" if the name is not valid UTF-8.
void addResource(Json& object, const Resource& resource);

[[nodiscard]] Json holderJson(const observe::Holder& holder);
[[nodiscard]] Json masterJson(const observe::MasterStatus& master);
[[nodiscard]] Json lockJson(const observe::LockEntry& entry);
[[nodiscard]] Json votesJson(const std::vector<lock::MasterVote>& votes);
[[nodiscard]] Json outcomesJson(const release::Report& report);

/// What `list --json` prints.
[[nodiscard]] Json boardJson(const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks);

/// One line of ASCII, with its newline.
[[nodiscard]] std::string asLine(const Json& json);

} // namespace lockkeeper::ctl
