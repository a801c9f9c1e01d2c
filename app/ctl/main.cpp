// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/command_line.h"
#include "app/lab/contender.h"
#include "app/language/language.h"
#include "app/sandbox/sandbox.h"
#include "core/redis/url_login.h"
#include "core/text/private_memory.h"

#include <clocale>
#include <csignal>
#include <exception>

namespace ctl = lockkeeper::ctl;

int main(int argc, char* argv[])
{
    lockkeeper::keepMemoryPrivate();
    ctl::occupyClosedStreams();
    if (const auto code = lockkeeper::sandbox::runSandboxPart(argc, argv))
        return *code;
    if (const auto code = lockkeeper::lab::runContender(argc, argv))
        return *code;
    // LC_CTYPE: for character widths. write() reports closed pipes.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there are no other threads yet
    std::setlocale(LC_CTYPE, "C.UTF-8");
    std::signal(SIGPIPE, SIG_IGN);
    lockkeeper::useLanguage(lockkeeper::languageOfEnvironment());
    if (const auto ignored = lockkeeper::ignoredLanguage())
        ctl::printError(*ignored);
    try {
        const auto parsed = ctl::parseCommandLine(argc, argv);
        lockkeeper::redis::scrubLogins(argc, argv);
        if (const auto* const answer = std::get_if<ctl::EarlyAnswer>(&parsed)) {
            ctl::print(answer->text);
            if (!answer->mistake.empty())
                ctl::printError(answer->mistake);
            return ctl::exitCodeAfterPrinting(answer->exitCode);
        }
        const auto& invocation = std::get<ctl::Invocation>(parsed);
        if (invocation.globals.isJson)
            lockkeeper::useLanguage(lockkeeper::Language::English);
        return ctl::exitCodeAfterPrinting(invocation.command->run(invocation.globals));
    } catch (const std::exception& error) {
        ctl::printError(error.what());
        return ctl::kExitNotDone;
    }
}
