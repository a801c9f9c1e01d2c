// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/wake_event.h"
#include "app/ctl/command.h"
#include "core/output/json_writer.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

std::string sandboxText(const sandbox::Sandbox& sandbox)
{
    std::string text;
    std::string masters;
    for (const config::MasterConfig& master : sandbox.deployment().masters) {
        text += master.url.redacted() + "\n";
        masters.append(masters.empty() ? "" : " ").append(master.url.redacted());
    }
    for (const std::string& url : sandbox.unixUrls())
        text += url + "\n";
    return text
        + absl::Substitute(
            tr("\nin another terminal: export LOCKKEEPER_MASTERS='$0'; lockctl list\nends with "
               "Ctrl-C\n"),
            masters);
}

std::string jsonOf(const sandbox::Sandbox& sandbox)
{
    const auto unixUrls = sandbox.unixUrls();
    auto unixUrl = unixUrls.begin();
    return output::objectLine([&](output::JsonWriter& out) {
        out.field("deployment", sandbox.deployment().name);
        out.list("masters", sandbox.deployment().masters, [&](const config::MasterConfig& master) {
            out.object("id", master.id, "url", master.url.redacted(), "unix_url", *unixUrl++);
        });
    });
}

class SandboxCommand final : public Command {
public:
    int run(const GlobalOptions& globals) override;
};

int SandboxCommand::run(const GlobalOptions& globals)
{
    if (!globals.masters.empty() && !globals.isSandbox)
        printError(tr("the sandbox has its own masters; the ones that were named are left alone"));
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    auto sandbox = sandbox::Sandbox::start();
    if (!sandbox)
        return printErrorAndExitCode(sandbox.error());
    print(globals.isJson ? jsonOf(*sandbox) : sandboxText(*sandbox));
    // Without its URLs, the sandbox is useless.
    if (exitCodeAfterPrinting(kExitDone) != kExitDone)
        return kExitDone;
    while (!signals.take())
        static_cast<void>(waitFor({signals.descriptor()}));
    return kExitDone;
}

const CommandEntry<SandboxCommand> kSandboxEntry(
    200, "sandbox", trNoop("Start a sandbox, print its URLs, run until interrupted"));

} // namespace
} // namespace lockkeeper::ctl
