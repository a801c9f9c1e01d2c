// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/output/json_output.h"
#include "app/ctl/output/kinds_output.h"
#include "app/ctl/output/table_output.h"
#include "core/config/deployments_file.h"
#include "core/observe/kinds/kind_collector.h"
#include "core/observe/kinds/kind_hint.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using observe::Kind;
using observe::KindAnswer;
using observe::KindList;

/// Kinds, and the sweep that found them.
struct KindsLook {
    BoardLook look;
    KindList list;
};

Result<KindsLook> lookAtKinds(const GlobalOptions& globals)
{
    auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return tl::make_unexpected(std::move(target.error()));
    auto formats = observe::FormatSet::of(target->deployment);
    if (!formats)
        return tl::make_unexpected(std::move(formats.error()));
    observe::KindCollector collector(std::move(*formats), systemClock());
    auto look = lookAtBoard(globals, std::move(*target),
        [&](const observe::KeyReading& reading) { collector.add(reading); });
    if (!look)
        return tl::make_unexpected(std::move(look.error()));
    return KindsLook{std::move(*look), collector.kinds()};
}

/// What the table leaves out, one line each.
std::string restText(const KindsLook& look, const std::vector<Kind>& shown)
{
    const KindList& list = look.list;
    std::string text;
    if (shown.empty() && !look.look.hasNoAnswer())
        text = tr("no keys that may be locks\n");
    std::size_t keys = 0;
    for (const Kind& kind : shown)
        keys += kind.keys;
    const std::size_t hidden = list.keys - list.otherKeys - keys;
    if (hidden > 0)
        text += absl::Substitute(tr("$0 of $1 without a lock (--all)\n"),
            words::countText(hidden, "more key"),
            words::countText(list.kinds.size() - shown.size(), "kind"));
    if (list.otherKeys > 0)
        text += absl::Substitute(
            tr("$0 of rare kinds\n"), words::countText(list.otherKeys, "more key"));
    return text;
}

void printTable(const KindsLook& look, const std::vector<Kind>& shown)
{
    const std::string table = shown.empty() ? "" : joinedLines(kindTable(shown, outputColumns()));
    print(table + restText(look, shown));
}

void printJson(const KindsLook& look, const std::vector<Kind>& shown)
{
    Json kinds = Json::array();
    for (const Kind& kind : shown)
        kinds.push_back(kindJson(kind));
    print(asLine({{"deployment", textJson(look.look.deployment().name)},
        {"complete", look.look.board.isComplete && !look.list.isCut}, {"keys", look.list.keys},
        {"other_keys", look.list.otherKeys}, {"kinds", std::move(kinds)}}));
}

int printKinds(const GlobalOptions& globals, bool areAllWanted)
{
    const auto look = lookAtKinds(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    std::vector<Kind> shown = look->list.kinds;
    if (!areAllWanted)
        std::erase_if(shown, [](const Kind& kind) { return kind.locks() == 0; });
    if (globals.isJson)
        printJson(*look, shown);
    else
        printTable(*look, shown);
    if (look->list.isCut)
        printError(tr("only the first million keys were counted; name others by --match GLOB"));
    return printErrorAndExitCode(look->look);
}

Result<Kind> findKind(const KindList& list, const std::string& name)
{
    const auto isIt
        = [&](const Kind& kind) { return kind.name == name || kindNameText(kind) == name; };
    const auto found = std::ranges::find_if(list.kinds, isIt);
    if (found == list.kinds.end())
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("there are no keys of the kind '$0'; `lockctl kinds --all` "
                                    "lists the kinds",
                                 "data"),
                displaySafe(name)));
    return *found;
}

std::string commentOf(const KindsOptions& options)
{
    const std::string text
        = absl::Substitute(options.answer == KindAnswer::Lock ? tr("locks (lockctl, $0)")
                                                              : tr("no locks (lockctl, $0)"),
            words::utcText(systemClock().wallNow()).substr(0, 10));
    return options.because.empty() ? text : absl::Substitute(tr("$0: $1"), text, options.because);
}

void printSettled(const GlobalOptions& globals, const Kind& kind, const observe::HintPlan& plan,
    const std::filesystem::path& path, bool isNew)
{
    if (globals.isJson) {
        Json also = Json::array();
        for (const std::string& name : plan.alsoMatched)
            also.push_back(displaySafe(name));
        print(asLine({{"kind", kindNameText(kind)}, {"pattern", textJson(plan.hint.keys)},
            {"format", textJson(plan.hint.format)}, {"keys", kind.keys},
            {"file", textJson(path.string())}, {"written", isNew}, {"also", std::move(also)}}));
        return;
    }
    std::string text
        = absl::Substitute(isNew ? tr("$0: wrote the hint \"$1\" = \"$2\" for $3\n")
                                 : tr("$0: has the hint \"$1\" = \"$2\" already, for $3\n"),
            displaySafe(path.string(), 4096), displaySafe(plan.hint.keys),
            displaySafe(plan.hint.format), words::countText(kind.keys, "key"));
    for (const std::string& name : plan.alsoMatched)
        text += absl::Substitute(tr("it also matches $0\n"), displaySafe(name));
    print(text);
}

int settleKind(const GlobalOptions& globals, const KindsOptions& options)
{
    if (!globals.config && !globals.deployment)
        return printErrorAndExitCode({ErrorClass::InvalidArgument,
            trNoop("the hint is written into the deployments file: name the deployment by "
                   "--deployment NAME or --config FILE instead of its masters",
                "data")});
    const auto look = lookAtKinds(globals);
    if (!look)
        return printErrorAndExitCode(look.error());
    const int code = printErrorAndExitCode(look->look);
    if (code != 0)
        return code;
    const auto kind = findKind(look->list, options.kind);
    if (!kind)
        return printErrorAndExitCode(kind.error());
    const config::Deployment& deployment = look->look.deployment();
    const auto plan = observe::planHint(look->list, *kind, *options.answer, deployment);
    if (!plan)
        return printErrorAndExitCode(plan.error());
    const auto path = deploymentsFileOf(globals);
    if (!path)
        return printErrorAndExitCode(path.error());
    auto file = config::DeploymentsFile::load(*path, observe::formatNames());
    const auto written = file.addHint({deployment.name, plan->hint, commentOf(options)});
    if (!written)
        return printErrorAndExitCode(written.error());
    printSettled(globals, *kind, *plan, *path, *written);
    return code;
}

} // namespace

int runCommand(const GlobalOptions& globals, const KindsOptions& options)
{
    return options.answer ? settleKind(globals, options)
                          : printKinds(globals, options.areAllWanted);
}

} // namespace lockkeeper::ctl
