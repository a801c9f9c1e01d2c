// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/observe/alerts/event_watch.h"
#include "core/output/board_json.h"

#include <string>

namespace lockkeeper::ctl {

/// Identifies what an event is about: the deployment, the kind, and the lock with its token, or the
/// master. The beginning and the end of a state have the same, also from different processes.
/// 16 hex digits.
[[nodiscard]] std::string eventId(
    const config::Deployment& deployment, const observe::Event& event);

/// The event as documented of lockctl's --on: one line. `id`: its eventId(); `leftOut`: how many
/// events before it were not told.
[[nodiscard]] std::string eventLine(const config::Deployment& deployment,
    const observe::Event& event, const std::string& id, std::size_t leftOut,
    const output::OutputTime& present);

} // namespace lockkeeper::ctl
