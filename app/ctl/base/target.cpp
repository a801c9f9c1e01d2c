// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/target.h"

#include "app/ctl/base/console.h"
#include "core/config/checks.h"
#include "core/config/deployments_file.h"
#include "core/config/ensemble.h"
#include "core/config/identity.h"
#include "core/history/history_place.h"
#include "core/loop/descriptor_limit.h"
#include "core/observe/formats/format_set.h"
#include "core/observe/watcher.h"
#include "core/redis/url_login.h"
#include "core/release/journal.h"
#include "core/text/display_safe.h"
#include "core/text/fingerprint.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

Result<config::Deployment> openOf(
    const config::DeploymentsFile& file, const std::optional<std::string>& name, TargetUse use)
{
    auto deployment = file.open(name);
    const bool isActing = use == TargetUse::Act || use == TargetUse::ActInRedis;
    if (deployment && deployment->isReadOnly && isActing)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("deployment '$0' is read-only; write read_only = false in $1 to act on it",
                    "data"),
                displaySafe(deployment->name), displaySafe(file.path().string(), 4096)));
    return deployment;
}

Result<void> takeFromFile(Target& target, const GlobalOptions& globals, TargetUse use)
{
    const auto path = deploymentsFileOf(globals);
    if (!path)
        return tl::make_unexpected(path.error());
    const auto file = config::DeploymentsFile::load(*path, observe::formatNames());
    auto deployment = openOf(file, globals.deployment, use);
    for (const Error& error : file.errorsBeside(deployment))
        printError(trData(error.text));
    if (!deployment)
        return tl::make_unexpected(std::move(deployment.error()));
    target.deployment = std::move(*deployment);
    return {};
}

std::string idOf(const config::Deployment& deployment)
{
    return Fingerprint::ofString(config::identityOf(deployment)).shortHex();
}

void addOption(std::string& line, const char* option, const std::string& value)
{
    if (isShellWord(value))
        line.append(" ").append(option).append(" ").append(shellWord(value));
}

void addConfig(std::string& line, const GlobalOptions& globals)
{
    std::error_code ignored;
    if (globals.config)
        addOption(line, "--config", std::filesystem::absolute(*globals.config, ignored).string());
}

std::string placeOptions(const GlobalOptions& globals, const std::string& id)
{
    std::string text;
    const auto add
        = [&text](const char* option, const std::string& value) { addOption(text, option, value); };
    if (globals.isSandbox)
        return " --sandbox";
    const auto isPublic = [](const std::string& url) {
        return isShellWord(url) && redis::loginIn(url).second == 0;
    };
    if (!globals.masters.empty() && std::ranges::all_of(globals.masters, isPublic)) {
        for (const std::string& url : globals.masters)
            add("--master", url);
        return text;
    }
    addConfig(text, globals);
    if (globals.deployment)
        add("--deployment", *globals.deployment);
    return text + " --expect-deployment " + id;
}

Result<Target> openAnyTarget(const GlobalOptions& globals, TargetUse use)
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
        if (const auto why = config::whyRemoved(config::kMastersVariable))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("no master is named: $0", "data"), *why));
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
    return target;
}

Result<Target> fitted(Target target, const GlobalOptions& globals, TargetUse use)
{
    if (!globals.isSandbox) {
        for (const std::string& line : config::warnings(target.deployment))
            printError(absl::Substitute(tr("warning: $0"), trData(line)));
    }
    if (!globals.patterns.empty())
        target.deployment.patterns = globals.patterns;
    constexpr std::uint64_t kForFiles = 16; // signals, name look-ups, journal
    constexpr std::uint64_t kConnections = 2; // a command's, and who waits for a key's changes
    if (auto allowed
        = allowDescriptors(kForFiles + kConnections * observe::descriptorsFor(target.deployment));
        !allowed)
        return tl::make_unexpected(std::move(allowed.error()));
    const config::Ensemble* const other = target.deployment.otherStore();
    if (other != nullptr && use != TargetUse::Watch && use != TargetUse::Act)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop(
                    "this command is for Redis; with $0 there are list, show, watch, waiters, "
                    "deadlocks, check, acquire, run, release, ask, apply, export, metrics, serve, "
                    "history, report",
                    "data"),
                config::storeName(*other)));
    const std::string id = idOf(target.deployment);
    if (globals.expected && *globals.expected != id)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("these masters are the deployment $0, not $1 as "
                                    "--expect-deployment wants: nothing was done",
                                 "data"),
                id, displaySafe(*globals.expected)));
    for (const std::string& pattern : globals.patterns)
        addOption(target.lineOptions, "--match", pattern);
    target.placeOptions = placeOptions(globals, id);
    target.hintOptions = target.lineOptions + target.placeOptions;
    if (globals.masters.size() > 1) {
        target.hintPrefix
            = absl::Substitute(tr("with the same $0 masters, "), globals.masters.size());
        target.hintOptions = target.lineOptions + " --expect-deployment " + id;
    }
    target.lineOptions += target.placeOptions;
    return target;
}

} // namespace

Result<void> allowDescriptors(std::uint64_t needed)
{
    const std::uint64_t allowed = raiseDescriptorLimit(needed);
    if (allowed >= needed)
        return {};
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(
            trNoop("this takes about $0 open files, and the system allows $1 (ulimit -Hn)", "data"),
            needed, allowed));
}

Result<Target> openTarget(const GlobalOptions& globals, TargetUse use)
{
    auto target = openAnyTarget(globals, use);
    if (!target)
        return target;
    return fitted(std::move(*target), globals, use);
}

Result<std::vector<OpenedDeployment>> openTargets(const GlobalOptions& globals, TargetUse use)
{
    std::vector<OpenedDeployment> all;
    if (!globals.isAll) {
        auto target = openTarget(globals, use);
        if (!target)
            return tl::make_unexpected(std::move(target.error()));
        all.push_back({{}, std::move(target)});
        return all;
    }
    const auto path = deploymentsFileOf(globals);
    if (!path)
        return tl::make_unexpected(path.error());
    const auto file = config::DeploymentsFile::load(*path, observe::formatNames());
    if (file.deployments().empty() && file.exists() && file.errors().empty())
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("$0: it names no deployment", "data"), displaySafe(path->string(), 4096)));
    if (file.deployments().empty())
        return tl::make_unexpected(file.open({}).error());
    for (const Error& error : file.errors()) {
        if (std::ranges::find(file.broken(), error, &config::BrokenDeployment::error)
            == file.broken().end())
            printError(trData(error.text)); // another error of the same entry
    }
    for (const config::Deployment& deployment : file.deployments()) {
        const ErrorsOf named(deployment.name);
        GlobalOptions one = globals;
        one.deployment = deployment.name;
        auto opened = openOf(file, deployment.name, use);
        all.push_back({deployment.name,
            opened ? fitted({.sandbox = {}, .deployment = std::move(*opened)}, one, use)
                   : tl::make_unexpected(std::move(opened.error()))});
    }
    for (const config::BrokenDeployment& broken : file.broken())
        all.push_back({broken.name, tl::make_unexpected(broken.error)});
    return all;
}

std::string allOptions(const GlobalOptions& globals)
{
    std::string text = " --all";
    for (const std::string& pattern : globals.patterns)
        addOption(text, "--match", pattern);
    addConfig(text, globals);
    return text;
}

std::string kindsAdvice(const GlobalOptions& globals, const Target& target)
{
    const bool isOfFile = globals.config || globals.deployment;
    return absl::Substitute(isOfFile
            ? tr("which kinds of keys there are: $0 kinds --all; to say that one is a lock: $0 "
                 "kinds --lock KIND")
            : tr("which kinds of keys there are: $0 kinds --all; to say that one is a lock, name "
                 "the deployment by --deployment or --config, and add: kinds --lock KIND; for this "
                 "once: --match PATTERN"),
        target.hintPrefix + "lockctl" + target.hintOptions);
}

Result<std::filesystem::path> deploymentsFileOf(const GlobalOptions& globals)
{
    return config::DeploymentsFile::pathOf(globals.config);
}

std::filesystem::path journalFileOf(const GlobalOptions& globals)
{
    return globals.journal.empty() ? release::defaultJournalFile()
                                   : std::filesystem::path(globals.journal);
}

history::Place historyOf(const GlobalOptions& globals, const config::Deployment& deployment)
{
    if (globals.history.empty())
        return history::historyOf(deployment);
    auto server = config::HistoryServer::fromUrl(globals.history);
    return server ? history::historyIn(std::move(*server), deployment)
                  : history::Place(globals.history);
}

} // namespace lockkeeper::ctl
