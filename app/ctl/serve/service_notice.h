// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lockkeeper::ctl {

/// Tells systemd about the state of this service, such as "READY=1", if NOTIFY_SOCKET names a
/// socket for that (sd_notify(3)). Does nothing otherwise. Never blocks.
void notifyService(std::string_view state) noexcept;

} // namespace lockkeeper::ctl
