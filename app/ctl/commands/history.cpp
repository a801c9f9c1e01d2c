// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/output/history_output.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/history/history_place.h"
#include "core/output/history_json.h"
#include "core/output/incident_words.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

/// The longest lists of a timeline. For more rows, use --since or --json.
constexpr std::size_t kTableRows = 200;
constexpr std::size_t kJsonRows = 100'000;
constexpr std::size_t kRanks = 20;

Result<std::filesystem::path> historyFileFor(const GlobalOptions& globals)
{
    if (!globals.history.empty())
        return globals.history;
    if (globals.isSandbox) { // without starting its servers
        config::Deployment sandbox;
        sandbox.name = "sandbox";
        sandbox.isSandbox = true;
        return history::historyFileOf(sandbox);
    }
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return tl::make_unexpected(target.error());
    return history::historyFileOf(target->deployment);
}

int tellTimeline(const history::HistoryReader& reader, const HistoryOptions& options,
    history::Window window, bool isJson)
{
    const auto timeline
        = reader.timeline(options.resource, window, isJson ? kJsonRows : kTableRows);
    if (!timeline)
        return printErrorAndExitCode(timeline.error());
    const auto usual = reader.usualHold(options.resource);
    const auto handOvers = reader.handOvers(options.resource);
    if (!usual || !handOvers)
        return printErrorAndExitCode(usual ? handOvers.error() : usual.error());
    if (isJson) {
        output::JsonWriter out;
        output::writeTimeline(out, options.resource, *timeline, *usual, *handOvers);
        print(out.text() + "\n");
        return kExitDone;
    }
    if (timeline->intervals.empty() && timeline->verdicts.empty() && timeline->waits.empty()) {
        print(absl::Substitute(tr("nothing is recorded of $0\n"), nameText(options.resource)));
        return kExitDone;
    }
    print(joinedLines(timelineTable(*timeline, outputColumns())));
    if (*usual)
        print(output::usualText(**usual) + "\n");
    if (*handOvers)
        print(output::handOversText(**handOvers) + "\n");
    print(joinedLines(earlierMasters(*timeline, outputColumns())));
    if (timeline->isCut)
        printError(tr("only the newest are shown; name a later --since, or use --json"));
    return kExitDone;
}

int tellTraffic(const Result<std::vector<history::Traffic>>& traffic, bool isJson)
{
    if (!traffic)
        return printErrorAndExitCode(traffic.error());
    if (isJson)
        print(asLine({{"resources", trafficJson(*traffic)}}));
    else if (traffic->empty())
        print(tr("nothing is recorded\n"));
    else
        print(joinedLines(trafficTable(*traffic, outputColumns())));
    return kExitDone;
}

int tellLongest(const Result<std::vector<history::Interval>>& intervals, bool isJson)
{
    if (!intervals)
        return printErrorAndExitCode(intervals.error());
    if (isJson)
        print(asLine(
            {{"intervals", written([&](auto& out) { output::writeIntervals(out, *intervals); })}}));
    else if (intervals->empty())
        print(tr("nothing is recorded\n"));
    else
        print(joinedLines(longestTable(*intervals, outputColumns())));
    return kExitDone;
}

int tellTrends(const Result<history::Trends>& trends, bool isJson)
{
    if (!trends)
        return printErrorAndExitCode(trends.error());
    if (isJson) {
        output::JsonWriter out;
        output::writeTrends(out, *trends);
        print(out.text() + "\n");
    } else if (trends->steps.empty()) {
        print(tr("nothing is recorded\n"));
    } else {
        print(joinedLines(trendLines(*trends, outputColumns())));
    }
    return kExitDone;
}

/// Without --since: the hours of a day.
history::Window trendWindow(const HistoryOptions& options)
{
    return {.from = options.since.value_or(systemClock().wallNow() - std::chrono::hours(24))};
}

} // namespace

int runCommand(const GlobalOptions& globals, const HistoryOptions& options)
{
    const auto file = historyFileFor(globals);
    if (!file)
        return printErrorAndExitCode(file.error());
    const auto reader = history::HistoryReader::open(*file);
    if (!reader)
        return printErrorAndExitCode(reader.error());
    const history::Window window{.from = options.since.value_or(WallTime())};
    switch (options.question) {
    case HistoryOptions::Question::Timeline:
        return tellTimeline(*reader, options, window, globals.isJson);
    case HistoryOptions::Question::Busiest:
        return tellTraffic(reader->busiest(window, kRanks), globals.isJson);
    case HistoryOptions::Question::Contention:
        return tellTraffic(reader->mostContended(window, kRanks), globals.isJson);
    case HistoryOptions::Question::Trends:
        return tellTrends(history::readTrends(*file, trendWindow(options)), globals.isJson);
    case HistoryOptions::Question::Longest:
        break;
    }
    return tellLongest(reader->longestHeld(window, kRanks), globals.isJson);
}

} // namespace lockkeeper::ctl
