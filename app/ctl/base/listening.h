// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/options.h"
#include "core/observe/whois/whois.h"

namespace lockkeeper::ctl {

/// observe::whois(), with MONITOR if `options` say so.
///
/// Effects: with MONITOR, states first on standard error what that costs. SIGINT, SIGTERM, SIGHUP
/// and SIGTSTP end the listening, not this process: a master buffers in its memory what a stopped
/// process does not read. Errors and blocking: those of observe::whois().
[[nodiscard]] Result<observe::Whois> askWhois(
    const config::Deployment& deployment, const Resource& resource, const MonitorOptions& options);

/// Prints on standard error why little or nothing was heard from a master; nothing if all was.
void complainAboutTap(const observe::WhoisMaster& master, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
