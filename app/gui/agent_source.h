// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/agent/agent_client.h"
#include "ui/bridge/update_source.h"

namespace lockkeeper::gui {

[[nodiscard]] ui::ViaAgent viaAgent(
    const agent::AgentAddress& address, const agent::Hello& known, const Clock& clock);

} // namespace lockkeeper::gui
