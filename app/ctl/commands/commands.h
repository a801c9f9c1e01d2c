// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/options.h"

namespace lockkeeper::ctl {

// Each function executes one command of lockctl and returns its exit code. Results go to standard
// output, one line for each problem to standard error. The functions block until the command is
// done.
int runCommand(const GlobalOptions& globals, const ListOptions& options);
int runCommand(const GlobalOptions& globals, const WatchCommandOptions& options);
int runCommand(const GlobalOptions& globals, const AcquireCommandOptions& options);
int runCommand(const GlobalOptions& globals, const RunOptions& options);
int runCommand(const GlobalOptions& globals, const ReleaseOptions& options);
int runCommand(const GlobalOptions& globals, const SandboxOptions& options);
int runCommand(const GlobalOptions& globals, const HistoryOptions& options);
int runCommand(const GlobalOptions& globals, const ShowOptions& options);
int runCommand(const GlobalOptions& globals, const CheckOptions& options);
int runCommand(const GlobalOptions& globals, const ExportOptions& options);
int runCommand(const GlobalOptions& globals, const MetricsOptions& options);
int runCommand(const GlobalOptions& globals, const WhoisCommandOptions& options);
int runCommand(const GlobalOptions& globals, const KindsOptions& options);
int runCommand(const GlobalOptions& globals, const ReportOptions& options);
int runCommand(const GlobalOptions& globals, const WaitersOptions& options);
int runCommand(const GlobalOptions& globals, const DeadlocksOptions& options);
int runCommand(const GlobalOptions& globals, const MastersOptions& options);
int runCommand(const GlobalOptions& globals, const JournalVerifyOptions& options);
int runCommand(const GlobalOptions& globals, const ServeOptions& options);

} // namespace lockkeeper::ctl
