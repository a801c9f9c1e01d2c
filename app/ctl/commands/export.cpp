// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/command.h"
#include "core/files/output_file.h"
#include "core/output/board_json.h"
#include "core/output/lock_csv.h"
#include "core/text/translate.h"

namespace lockkeeper::ctl {
namespace {

void write(const BoardLook& look, bool isJson, const output::TextSink& sink)
{
    if (isJson)
        output::writeBoard(look.deployment(), look.board, look.locks, sink);
    else
        output::writeCsv(look.locks, sink);
}

/// Writes only a complete text.
Result<void> write(const BoardLook& look, bool isJson, const std::string& file)
{
    if (file.empty()) {
        write(look, isJson, print);
        return {};
    }
    std::string text;
    write(look, isJson, [&text](std::string_view piece) { text += piece; });
    return replaceOutputFile(file, text, OutputSecrecy::Private);
}

class ExportCommand final : public Command {
public:
    void addOptions(CLI::App& command) override
    {
        command.add_flag("--csv", m_isCsv, tr("CSV after RFC 4180, fit for spreadsheets"));
        addOutput(command, m_file);
    }
    void check(const GlobalOptions& globals) override
    {
        if (m_isCsv == globals.isJson)
            throw CLI::ValidationError("export", tr("needs one of --csv and --json"));
    }
    int run(const GlobalOptions& globals) override;

private:
    bool m_isCsv = false;
    std::string m_file;
};

int ExportCommand::run(const GlobalOptions& globals)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    // Without an answer, keep the old file.
    if (!look->hasNoAnswer()) {
        const auto written = write(*look, globals.isJson, m_file);
        if (!written) {
            complainAbout(written.error(), {});
            return kExitOutputLost;
        }
    }
    return printErrorAndExitCode(*look);
}

const CommandEntry<ExportCommand> kExportEntry(50, "export", trNoop("All locks as CSV or JSON"));

} // namespace
} // namespace lockkeeper::ctl
