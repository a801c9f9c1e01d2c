// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/command.h"
#include "app/ctl/output/metrics_text.h"
#include "core/files/output_file.h"
#include "core/text/translate.h"

namespace lockkeeper::ctl {

namespace {

class MetricsCommand final : public Command {
public:
    void addOptions(CLI::App& metrics) override
    {
        addOutput(metrics, m_file);
        addPerLock(metrics, m_isPerLock);
    }
    [[nodiscard]] bool printsJson() const override { return false; }
    int run(const GlobalOptions& globals) override;

private:
    std::string m_file;
    bool m_isPerLock = false;
};

int MetricsCommand::run(const GlobalOptions& globals)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const std::string text = metricsText({{.deployment = look->deployment().name,
                                             .quorum = look->deployment().quorum(),
                                             .hasNoAnswer = look->hasNoAnswer(),
                                             .board = look->board,
                                             .locks = look->locks,
                                             .took = look->took,
                                             .asOf = systemClock().wallNow()}},
        m_isPerLock, MetricsFormat::Prometheus);
    if (!printInto(m_file, text, OutputSecrecy::Public))
        return kExitOutputLost;
    return printErrorAndExitCode(*look);
}

const CommandEntry<MetricsCommand> kMetricsEntry(60, "metrics",
    trNoop("Numbers for Prometheus, by the textfile collector of the node exporter"));

} // namespace
} // namespace lockkeeper::ctl
