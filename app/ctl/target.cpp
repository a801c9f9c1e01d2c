// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/target.h"

#include "app/ctl/console.h"
#include "app/ctl/output/words.h"
#include "core/config/checks.h"
#include "core/config/deployments_file.h"
#include "core/history/history_place.h"
#include "core/observe/formats/format_set.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace lockkeeper::ctl {
namespace {

void addPasswordVariables(std::vector<std::string>& names, const config::Deployment& deployment)
{
    for (const config::MasterConfig& master : deployment.masters) {
        names.push_back(master.password.environment);
        if (master.sentinel)
            names.push_back(master.sentinel->password.environment);
    }
    std::erase(names, "");
}

Result<void> takeFromFile(Target& target, const GlobalOptions& globals, TargetUse use)
{
    const auto path = deploymentsFileOf(globals);
    if (!path)
        return tl::make_unexpected(path.error());
    const auto file = config::DeploymentsFile::load(*path, observe::formatNames());
    auto deployment = file.open(globals.deployment);
    for (const Error& error : file.errorsBeside(deployment))
        printError(trData(error.text));
    if (!deployment)
        return tl::make_unexpected(std::move(deployment.error()));
    if (deployment->isReadOnly && use == TargetUse::Act)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("deployment '$0' is read-only; write read_only = false in $1 to act on it",
                    "data"),
                displaySafe(deployment->name), displaySafe(path->string(), 4096)));
    for (const config::Deployment& one : file.deployments())
        addPasswordVariables(target.passwordVariables, one);
    target.deployment = std::move(*deployment);
    return {};
}

} // namespace

Result<Target> openTarget(const GlobalOptions& globals, TargetUse use)
{
    Target target;
    if (globals.isSandbox) {
        auto sandbox = sandbox::Sandbox::start();
        if (!sandbox)
            return tl::make_unexpected(sandbox.error());
        target.deployment = sandbox->deployment();
        target.sandbox = std::move(*sandbox);
    } else if (globals.config || globals.deployment) {
        if (auto taken = takeFromFile(target, globals, use); !taken)
            return tl::make_unexpected(std::move(taken.error()));
    } else if (globals.masters.empty()) {
        return fail(ErrorClass::InvalidArgument,
            trNoop("no master is named: use --master URL, --deployment NAME, --sandbox or "
                   "LOCKKEEPER_MASTERS; see lockctl --help",
                "data"));
    } else {
        auto deployment = config::deploymentFromUrls("command-line", globals.masters);
        if (!deployment)
            return tl::make_unexpected(deployment.error());
        target.deployment = std::move(*deployment);
    }
    if (!globals.isSandbox) {
        for (const std::string& line : config::warnings(target.deployment))
            printError(absl::Substitute(tr("warning: $0"), trData(line)));
    }
    if (!globals.patterns.empty())
        target.deployment.patterns = globals.patterns;
    return target;
}

std::vector<std::string> mastersOfEnvironment()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* urls = std::getenv(kMastersVariable);
    std::istringstream words(urls != nullptr ? urls : "");
    return {std::istream_iterator<std::string>(words), {}};
}

std::string targetOptions(const GlobalOptions& globals)
{
    std::string text;
    if (globals.config)
        text.append(" --config ").append(shellWord(*globals.config));
    if (globals.deployment)
        text.append(" --deployment ").append(shellWord(*globals.deployment));
    for (const std::string& pattern : globals.patterns)
        text.append(" --match ").append(shellWord(pattern));
    return text;
}

Result<std::filesystem::path> deploymentsFileOf(const GlobalOptions& globals)
{
    return config::DeploymentsFile::pathOf(globals.config);
}

std::filesystem::path historyFileOf(
    const GlobalOptions& globals, const config::Deployment& deployment)
{
    return globals.history.empty() ? history::historyFileOf(deployment)
                                   : std::filesystem::path(globals.history);
}

} // namespace lockkeeper::ctl
