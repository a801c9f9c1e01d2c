// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/hook_runner.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/update_queue.h"
#include "core/loop/mutex.h"
#include "core/observe/alerts/event_watch.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace lockkeeper::ctl {

struct HookOptions {
    std::set<observe::EventKind> events; ///< empty: no command
    std::vector<std::string> command;
};

void addOn(CLI::App& command, HookOptions& options);
/// Throws CLI::ParseError for --on or the command alone.
void checkOn(const HookOptions& options);
/// Prints why the command can't run, and returns a shell's exit code; else kExitDone.
[[nodiscard]] int explainUnlessRunnable(const HookOptions& options);

/// Runs a command for events on its own thread, so that slow output does not delay it.
class Hook {
public:
    enum class Output {
        Errors,
        Kept, ///< for lastProblem(); discards the commands' output
    };

    Hook(const Target& target, const HookOptions& options, Output output, std::string name);
    Hook(const Hook&) = delete;
    Hook& operator=(const Hook&) = delete;
    /// Waits some seconds for running commands, then ends them.
    ~Hook();

    /// Never blocks.
    void stop() noexcept { m_stop.raise(); }

    /// On any one thread. Never blocks.
    void put(const observe::BoardUpdate& update) { m_updates.put(update); }

    // Thread-safe.
    [[nodiscard]] HookCounts counts() const;
    [[nodiscard]] std::string lastProblem() const;

private:
    void follow();
    void offer(observe::Event event);
    void report(const std::string& line);

    const config::Deployment m_deployment;
    const Output m_output;
    const std::string m_name;
    UpdateQueue m_updates;
    WakeEvent m_stop;
    // Of the thread.
    observe::EventWatch m_watch;
    HookRunner m_runner;

    mutable Mutex m_mutex;
    HookCounts m_counts LK_GUARDED_BY(m_mutex);
    std::string m_problem LK_GUARDED_BY(m_mutex);
    std::thread m_thread; ///< last: it uses all others
};

/// Null without a command. `name`: empty for a single deployment.
[[nodiscard]] std::unique_ptr<Hook> openHook(const Target& target, const HookOptions& options,
    Hook::Output output, const std::string& name = {});

} // namespace lockkeeper::ctl
