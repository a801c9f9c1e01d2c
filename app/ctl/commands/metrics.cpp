// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/output/metrics_text.h"
#include "core/files/output_file.h"

namespace lockkeeper::ctl {

int runCommand(const GlobalOptions& globals, const MetricsOptions& options)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const std::string text = metricsText({.deployment = look->deployment(),
                                             .board = look->board,
                                             .locks = look->locks,
                                             .hasNoAnswer = look->hasNoAnswer(),
                                             .took = look->took,
                                             .asOf = systemClock().wallNow()},
        options.isPerLock, MetricsFormat::Prometheus);
    if (!printInto(options.file, text, OutputSecrecy::Public))
        return kExitOutputLost;
    return printErrorAndExitCode(*look);
}

} // namespace lockkeeper::ctl
