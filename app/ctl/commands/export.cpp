// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/commands/commands.h"
#include "core/files/output_file.h"
#include "core/output/board_json.h"
#include "core/output/lock_csv.h"

namespace lockkeeper::ctl {
namespace {

void write(const BoardLook& look, bool isJson, const output::TextSink& sink)
{
    if (isJson)
        output::writeBoard(look.deployment(), look.board, look.locks, sink);
    else
        output::writeCsv(look.locks, sink);
}

/// Prints in pieces. An output file is replaced only when the text is complete.
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

} // namespace

int runCommand(const GlobalOptions& globals, const ExportOptions& options)
{
    const auto look = lookAtBoard(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    // If no master answered, keep the earlier output file.
    if (!look->hasNoAnswer()) {
        const auto written = write(*look, globals.isJson, options.file);
        if (!written) {
            complainAbout(written.error(), {});
            return kExitOutputLost;
        }
    }
    return printErrorAndExitCode(*look);
}

} // namespace lockkeeper::ctl
