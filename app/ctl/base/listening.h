// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/signal_pipe.h"
#include "core/observe/whois/whois.h"
#include "core/text/tr_noop.h"

#include <CLI/CLI.hpp>

namespace lockkeeper::ctl {

struct MonitorOptions {
    std::optional<std::chrono::milliseconds> time;
    std::uint32_t lines = 100'000; ///< most per master
};

void addMonitor(CLI::App& command, MonitorOptions& options);

inline constexpr const char* kMonitorCost = trNoop(
    "--monitor makes each master send here all that its clients send, values included: that "
    "can halve\nwhat it gets done. It ends by time, lines or Ctrl-C, and shows no value.\n");

/// Prints the cost of listening. SIGINT, SIGTERM, SIGHUP and SIGTSTP only end the listening:
/// masters would buffer output for a stopped process.
class ListeningGuard {
public:
    ListeningGuard(std::size_t masters, std::chrono::milliseconds time, std::size_t lines);

    [[nodiscard]] bool isOver() { return m_isOver = m_isOver || m_signals.take().has_value(); }

private:
    SignalPipe m_signals;
    bool m_isOver = false;
};

/// With a ListeningGuard and MONITOR if `options` say so.
[[nodiscard]] Result<observe::Whois> askWhois(
    const config::Deployment& deployment, const Resource& resource, const MonitorOptions& options);

void complainAboutTap(const observe::WhoisMaster& master, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
