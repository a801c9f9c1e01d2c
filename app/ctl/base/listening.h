// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/signal_pipe.h"
#include "core/observe/whois/whois.h"
#include "core/text/tr_noop.h"

#include <CLI/CLI.hpp>

namespace lockkeeper::ctl {

/// Listening to what the masters execute.
struct MonitorOptions {
    std::optional<std::chrono::milliseconds> time; ///< nullopt: do not listen
    std::uint32_t lines = 100'000; ///< commands to listen to per master, at most
};

/// Adds --monitor and --lines. Parsing fills `options`, which must outlive it.
void addMonitor(CLI::App& command, MonitorOptions& options);

/// What listening costs, for the help of a command that does it.
inline constexpr const char* kMonitorCost = trNoop(
    "--monitor makes each master send here all that its clients send, values included: that "
    "can halve\nwhat it gets done. It ends by time, lines or Ctrl-C, and shows no value.\n");

/// States on standard error what listening costs. Until it ends, SIGINT, SIGTERM, SIGHUP and
/// SIGTSTP end the listening, not this process: a master buffers in its memory what a stopped
/// process does not read.
class ListeningGuard {
public:
    ListeningGuard(std::size_t masters, std::chrono::milliseconds time, std::size_t lines);

    /// True from the first signal on.
    [[nodiscard]] bool isOver() { return m_isOver = m_isOver || m_signals.take().has_value(); }

private:
    SignalPipe m_signals;
    bool m_isOver = false;
};

/// observe::whois(), with MONITOR if `options` say so.
///
/// Effects: with MONITOR, those of a ListeningGuard. Errors and blocking: those of
/// observe::whois().
[[nodiscard]] Result<observe::Whois> askWhois(
    const config::Deployment& deployment, const Resource& resource, const MonitorOptions& options);

/// Prints on standard error why little or nothing was heard from a master; nothing if all was.
void complainAboutTap(const observe::WhoisMaster& master, const config::Deployment& deployment);

} // namespace lockkeeper::ctl
