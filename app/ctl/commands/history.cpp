// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/history_output.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/history/history_place.h"
#include "core/output/freed.h"
#include "core/output/history_json.h"
#include "core/output/incident_words.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kTableRows = 200;
constexpr std::size_t kJsonRows = 100'000;
constexpr std::size_t kRanks = 20;

Result<history::Place> historyFor(const GlobalOptions& globals, std::optional<Resource>& resource)
{
    if (!globals.history.empty() && !config::isHistoryUrl(globals.history))
        return history::Place(globals.history);
    if (globals.isSandbox) {
        config::Deployment sandbox;
        sandbox.name = "sandbox";
        sandbox.isSandbox = true;
        return historyOf(globals, sandbox);
    }
    const auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return tl::make_unexpected(target.error());
    if (resource)
        resource = resourceIn(target->deployment, *resource);
    return historyOf(globals, target->deployment);
}

int tellTimeline(const history::HistoryReader& reader, const Resource& resource,
    history::Window window, bool isJson, const std::filesystem::path& journal)
{
    auto timeline = reader.timeline(resource, window, isJson ? kJsonRows : kTableRows);
    if (!timeline)
        return printErrorAndExitCode(timeline.error());
    output::noteWhoFreed(timeline->intervals, output::deedsIn(journal));
    const auto usual = reader.usualHold(resource);
    const auto handOvers = reader.handOvers(resource);
    if (!usual || !handOvers)
        return printErrorAndExitCode(usual ? handOvers.error() : usual.error());
    if (isJson) {
        output::JsonWriter out;
        output::writeTimeline(out, resource, *timeline, *usual, *handOvers);
        print(out.text() + "\n");
        return kExitDone;
    }
    if (timeline->intervals.empty() && timeline->verdicts.empty() && timeline->waits.empty()) {
        print(absl::Substitute(tr("nothing is recorded of $0\n"), nameText(resource)));
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

template <class T> bool isNone(const std::vector<T>& found)
{
    return found.empty();
}

bool isNone(const history::Trends& trends)
{
    return trends.steps.empty();
}

template <class T, class Write, class ToLines>
int tell(const Result<T>& found, bool isJson, Write write, ToLines toLines)
{
    if (!found)
        return printErrorAndExitCode(found.error());
    if (isJson) {
        print(output::objectLine([&](output::JsonWriter& out) { write(out, *found); }));
        return kExitDone;
    }
    print(isNone(*found) ? tr("nothing is recorded\n")
                         : joinedLines(toLines(*found, outputColumns())));
    return kExitDone;
}

class HistoryCommand final : public Command {
public:
    void addOptions(CLI::App& history) override
    {
        // In an option group, CLI11 misses a name after "--".
        addResource(history, m_typed, tr("The lock's name: who held it, and when"));
        history.add_flag("--busiest", m_isBusiest, tr("The locks that are taken most often"));
        history.add_flag("--longest", m_isLongest, tr("The locks that were held longest"));
        history.add_flag(
            "--contention", m_isContention, tr("The locks that go from hand to hand most often"));
        history.add_flag("--trends", m_isTrends,
            tr("What happened in each hour, what is usual then, hand-overs, longest waits"));
        addPastTime(history, "--since", m_since,
            tr("Only what happened since: 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)"));
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        const auto questions
            = std::ranges::count(std::array{m_typed.resource.has_value(), m_isBusiest, m_isLongest,
                                     m_isContention, m_isTrends},
                true);
        if (questions != 1)
            throw CLI::ValidationError("history",
                tr("takes one of RESOURCE, --busiest, --longest, --contention and --trends"));
        if (m_typed.resource)
            checkResource(m_typed, EmptyName::Encoded);
    }
    int run(const GlobalOptions& globals) override;

private:
    TypedResource m_typed;
    std::optional<WallTime> m_since;
    bool m_isBusiest = false;
    bool m_isLongest = false;
    bool m_isContention = false;
    bool m_isTrends = false;
};

int HistoryCommand::run(const GlobalOptions& globals)
{
    const auto place = historyFor(globals, m_typed.resource);
    if (!place)
        return printErrorAndExitCode(place.error());
    const auto reader = history::HistoryReader::open(*place);
    if (!reader)
        return printErrorAndExitCode(reader.error());
    const history::Window window{.from = m_since.value_or(WallTime())};
    if (m_typed.resource)
        return tellTimeline(
            *reader, *m_typed.resource, window, globals.isJson, journalFileOf(globals));
    if (m_isBusiest)
        return tell(
            reader->busiest(window, kRanks), globals.isJson, output::writeTraffic, trafficTable);
    if (m_isContention)
        return tell(reader->mostContended(window, kRanks), globals.isJson, output::writeTraffic,
            trafficTable);
    if (m_isLongest)
        return tell(reader->longestHeld(window, kRanks), globals.isJson, output::writeIntervals,
            longestTable);
    const WallTime yesterday = systemClock().wallNow() - std::chrono::hours(24);
    return tell(history::readTrends(*place, {.from = m_since.value_or(yesterday)}), globals.isJson,
        output::writeTrends, trendLines);
}

const CommandEntry<HistoryCommand> kHistoryEntry(
    150, "history", trNoop("What was recorded: who held a lock, and when"));

} // namespace
} // namespace lockkeeper::ctl
