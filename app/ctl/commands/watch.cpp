// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/diagnostics.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/watched.h"
#include "app/ctl/command.h"
#include "app/ctl/output/change_json.h"
#include "app/ctl/output/lock_table.h"
#include "app/ctl/output/table_output.h"
#include "core/config/deployment.h"
#include "core/export.h"
#include "core/files/write_all.h"
#include "core/history/recorder.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

/// A file that the user named must not be set aside like a damaged history.
bool isForeignFile(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return std::filesystem::exists(file, error); // opening a FIFO would block
    constexpr std::string_view kDatabase = "SQLite format 3";
    std::string head(kDatabase.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    return stream.gcount() > 0 && head != kDatabase;
}

/// For `--record`. Does nothing unless started.
class Recording {
public:
    /// Opens the deployment's history, or the file of --history. `name` begins notices.
    /// InvalidArgument if the file is no history.
    [[nodiscard]] Result<void> start(const GlobalOptions& globals,
        const config::Deployment& deployment, const std::string& name, const Clock& clock)
    {
        history::StoreOptions options;
        options.place = historyOf(globals, deployment);
        options.areSameMasters = !deployment.isSandbox;
        if (!globals.history.empty() && !options.place.isServer()
            && isForeignFile(options.place.file))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("history $0: it is no history; name another file", "data"),
                    options.place.file.string()));
        options.onNotice = [name](const std::string& text) {
            const ErrorsOf named(name);
            printError(trData(text));
        };
        auto store = history::HistoryStore::open(std::move(options), clock);
        if (!store)
            return tl::make_unexpected(store.error());
        m_store = std::move(*store);
        m_recorder.emplace(*m_store, clock);
        return {};
    }
    /// Writes the rest, and prints losses. Returns `code`, or the failure's.
    [[nodiscard]] int end(int code)
    {
        if (!m_store)
            return code;
        const auto written = m_store->flush();
        if (const auto dropped = m_store->status().dropped; dropped > 0)
            printError(
                absl::Substitute(tr("$0 changes were not recorded: too many at a time"), dropped));
        m_recorder.reset();
        m_store.reset();
        if (written)
            return code;
        printError(absl::Substitute(
            tr("the latest changes are not recorded: $0"), trData(written.error().text)));
        return code == kExitDone ? kExitUnreachable : code;
    }
    Recording() = default;
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// On the watcher's thread.
    void record(const observe::BoardUpdate& update)
    {
        if (m_recorder && m_recorder->record(update))
            m_wantsAll = true;
    }
    /// True once after the history was begun anew: publish everything again.
    [[nodiscard]] bool takeWantsAll() noexcept { return m_wantsAll.exchange(false); }

private:
    std::unique_ptr<history::HistoryStore> m_store;
    std::optional<history::Recorder> m_recorder;
    std::atomic<bool> m_wantsAll = false;
};

/// A table redrawn in place. Hides the cursor until close(). Not thread-safe.
class LiveTable {
public:
    /// If wide, long lines take several rows.
    LiveTable(const WatchedList& watched LK_LIFETIME_BOUND, bool isWide);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;
    ~LiveTable() { close(); }
    void close();

    bool show(std::size_t index, const observe::BoardUpdate& update);
    void noteFailure(std::size_t /*index*/) { }
    /// False if the terminal is gone.
    bool draw();

private:
    struct Board {
        std::map<Resource, observe::LockEntryPtr> locks{};
        std::map<Resource, observe::LockEntryPtr> problems{};
        std::vector<observe::MasterStatus> masters{};
        LockOrigin origin{};
        bool isLookedAt = false; ///< all masters were swept, or don't answer
    };

    [[nodiscard]] bool isOfAll() const { return !m_watched.front()->name.empty(); }
    [[nodiscard]] std::size_t count(std::map<Resource, observe::LockEntryPtr> Board::*locks) const;
    /// Never cut.
    [[nodiscard]] std::vector<std::string> masterLines(
        std::size_t index, std::size_t columns) const;
    /// Never cut.
    [[nodiscard]] std::vector<std::string> newsLines(std::size_t index, std::size_t columns) const;
    [[nodiscard]] std::vector<std::string> summaryLines(
        std::size_t rows, std::size_t columns) const;
    [[nodiscard]] std::vector<std::string> problemLines(
        std::size_t index, std::size_t columns) const;
    [[nodiscard]] std::vector<std::string> lockLines(std::size_t rows, std::size_t columns) const;
    /// Also how many remain. Problems first, unless all locks of one deployment fit.
    [[nodiscard]] std::vector<std::string> firstLocks(std::size_t room, std::size_t columns) const;

    const WatchedList& m_watched;
    bool m_isWide = false;
    std::vector<Board> m_boards; ///< as m_watched
};

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";
constexpr const char* kClearScreen = "\x1b[2J";
constexpr const char* kHome = "\x1b[H";
constexpr const char* kEndOfLine = "\x1b[K\n";
constexpr const char* kClearBelow = "\x1b[J";

Error withoutMaster(Error error)
{
    error.master = {};
    return error;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    return absl::StrSplit(text, ' ', absl::SkipEmpty());
}

std::size_t rowsOf(const std::vector<std::string>& lines, std::size_t columns)
{
    std::size_t rows = 0;
    for (const std::string& line : lines)
        rows += 1 + (std::max<std::size_t>(displayWidth(line), 1) - 1) / columns;
    return rows;
}

LiveTable::LiveTable(const WatchedList& watched, bool isWide)
    : m_watched(watched)
    , m_isWide(isWide)
{
    for (const auto& one : watched)
        m_boards.push_back({.origin = {.deployment = displaySafe(one->name)}});
    print(std::string(kHideCursor) + kClearScreen + kHome + tr("looking ...") + "\n");
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): a table is closed
void LiveTable::close()
{
    // Not print(): a gone terminal is no failure now.
    [[maybe_unused]] const bool isWritten = writeAll(STDOUT_FILENO, kShowCursor);
}

bool LiveTable::show(std::size_t index, const observe::BoardUpdate& update)
{
    Board& board = m_boards[index];
    for (const observe::LockEntryPtr& entry : update.changed) {
        board.locks[entry->resource] = entry;
        if (entry->hasEvidence())
            board.problems[entry->resource] = entry;
        else
            board.problems.erase(entry->resource);
    }
    for (const Resource& resource : update.gone) {
        board.locks.erase(resource);
        board.problems.erase(resource);
    }
    if (!update.masters.empty())
        board.masters = update.masters;
    board.origin.masters.clear();
    for (const observe::MasterStatus& master : board.masters)
        board.origin.masters.push_back(master.freshness);
    // Before, neither "no locks" nor "no answer" is true.
    const auto isLookedAt = [](const observe::MasterStatus& master) {
        return master.isSettled() || !incompletenessErrors(master).empty();
    };
    board.isLookedAt = board.isLookedAt
        || (!board.masters.empty() && std::ranges::all_of(board.masters, isLookedAt));
    return true;
}

bool LiveTable::draw()
{
    if (std::ranges::none_of(m_boards, &Board::isLookedAt) && !haveAllFailed(m_watched))
        return true;
    const TerminalSize size = terminalSize();
    // A newline in the last row would scroll.
    const std::size_t rows = std::max<std::size_t>(size.rows, 4) - 1;
    std::vector<std::string> lines
        = isOfAll() ? summaryLines(rows / 2, size.columns) : masterLines(0, size.columns);
    if (!isOfAll())
        std::ranges::move(newsLines(0, size.columns), std::back_inserter(lines));
    lines.emplace_back();
    lines.resize(std::min(rows, lines.size()));
    for (std::string& line : lockLines(rows - lines.size(), size.columns))
        lines.push_back(std::move(line));
    std::string screen = kHome;
    for (const std::string& line : lines)
        screen += line + kEndOfLine;
    return print(screen + kClearBelow);
}

std::size_t LiveTable::count(std::map<Resource, observe::LockEntryPtr> Board::*locks) const
{
    std::size_t count = 0;
    for (const Board& board : m_boards)
        count += (board.*locks).size();
    return count;
}

std::vector<std::string> LiveTable::lockLines(std::size_t rows, std::size_t columns) const
{
    // Lay out only what fits: there may be 100 000 locks.
    const std::size_t all = count(&Board::locks);
    std::size_t room = all + 1 <= rows ? all : rows - std::min<std::size_t>(rows, 2);
    std::vector<std::string> lines = firstLocks(room, columns);
    while (room > 0 && rowsOf(lines, columns) > rows)
        lines = firstLocks(--room, columns);
    if (rowsOf(lines, columns) > rows)
        lines.clear();
    return lines;
}

std::vector<std::string> LiveTable::firstLocks(std::size_t room, std::size_t columns) const
{
    std::vector<ShownLock> shown;
    const std::size_t all = count(&Board::locks);
    const bool isWhole = room >= all;
    // Problems must be on the screen.
    const bool areProblemsFirst = !isWhole || isOfAll();
    for (const Board& board : m_boards) {
        for (auto lock = board.problems.begin();
             areProblemsFirst && lock != board.problems.end() && shown.size() < room; ++lock)
            shown.push_back({lock->second, &board.origin});
    }
    for (const Board& board : m_boards) {
        for (auto lock = board.locks.begin(); lock != board.locks.end() && shown.size() < room;
             ++lock) {
            if (!areProblemsFirst || !lock->second->hasEvidence())
                shown.push_back({lock->second, &board.origin});
        }
    }
    std::vector<std::string> lines
        = lockTable(shown, systemClock().now(), m_isWide ? kAllColumns : columns, m_isWide);
    if (all == 0) {
        lines.emplace_back(tr("no locks found"));
        const std::string elsewhere
            = isOfAll() ? "" : words::otherDatabasesText(m_boards.front().masters);
        if (!elsewhere.empty())
            std::ranges::move(
                wrappedLines(wordsOf(elsewhere), " ", columns), std::back_inserter(lines));
    }
    if (!isWhole) {
        const std::size_t problems = count(&Board::problems);
        const std::size_t hidden = problems - std::min(room, problems);
        lines.push_back(hidden > 0
                ? absl::Substitute(tr("$0 more, $1 of them with problems"), all - room, hidden)
                : absl::Substitute(tr("$0 more"), all - room));
    }
    return lines;
}

std::vector<std::string> LiveTable::summaryLines(std::size_t rows, std::size_t columns) const
{
    std::vector<std::string> lines;
    std::size_t unseen = 0;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < m_boards.size(); ++i) {
        unseen += m_boards[i].isLookedAt || m_watched[i]->failure ? 0 : 1;
        const std::vector<std::string> own = problemLines(i, columns);
        const bool hasRoom = hidden == 0 && lines.size() + own.size() + 2 <= rows;
        if (hasRoom)
            lines.insert(lines.end(), own.begin(), own.end());
        else if (!own.empty())
            ++hidden;
    }
    if (hidden > 0)
        lines.push_back(absl::Substitute(tr("$0 more with problems", "deployments"), hidden));
    std::vector<std::string> pieces{words::countText(m_boards.size(), "deployment"),
        words::countText(count(&Board::locks), "lock")};
    if (unseen > 0)
        pieces.push_back(absl::Substitute(tr("still looking at $0", "deployments"), unseen));
    std::vector<std::string> all = wrappedLines(pieces, "  ", columns);
    std::ranges::move(lines, std::back_inserter(all));
    return all;
}

std::vector<std::string> LiveTable::problemLines(std::size_t index, std::size_t columns) const
{
    const Watched& watched = *m_watched[index];
    if (watched.failure)
        return wrappedLines(wordsOf(absl::Substitute(tr("$0: $1"), displaySafe(watched.name),
                                words::errorText(*watched.failure))),
            " ", columns);
    const Board& board = m_boards[index];
    if (!board.isLookedAt)
        return {};
    const std::vector<std::string> news = newsLines(index, columns);
    const bool areAllUp
        = std::ranges::all_of(board.masters, [](const auto& master) { return master.link.isUp(); });
    if (areAllUp && news.empty())
        return {};
    std::vector<std::string> lines = masterLines(index, columns);
    lines.insert(lines.end(), news.begin(), news.end());
    return lines;
}

std::vector<std::string> LiveTable::newsLines(std::size_t index, std::size_t columns) const
{
    std::vector<std::string> lines;
    const auto add = [&](const observe::MasterStatus& master, const std::string& text) {
        const std::string line
            = absl::Substitute(tr("$0: $1"), displaySafe(master.id.value()), text);
        std::ranges::move(wrappedLines(wordsOf(line), " ", columns), std::back_inserter(lines));
    };
    for (const observe::MasterStatus& master : m_boards[index].masters) {
        if (master.link.error && !master.link.isUp())
            add(master, words::errorText(withoutMaster(*master.link.error)));
        if (const auto failover = observe::recentFailover(master, systemClock().now()))
            add(master, words::failoverText(*failover));
        if (const auto age = observe::recentRestart(master, systemClock().now()))
            add(master, words::restartText(*age));
        if (const auto loss = observe::recentLoss(master, systemClock().now()))
            add(master, words::lossText(*loss, systemClock().now()));
        if (const auto left = observe::quarantineLeft(master, systemClock().now()))
            add(master, words::quarantineText(*left));
        for (const Error& error : incompletenessErrors(master))
            add(master, words::errorText(withoutMaster(error)));
    }
    const std::unique_ptr<Hook>& hook = m_watched[index]->hook;
    if (const std::string problem = hook ? hook->lastProblem() : ""; !problem.empty())
        std::ranges::move(wrappedLines(wordsOf(problem), " ", columns), std::back_inserter(lines));
    return lines;
}

std::vector<std::string> LiveTable::masterLines(std::size_t index, std::size_t columns) const
{
    const Board& board = m_boards[index];
    const config::Deployment& deployment = m_watched[index]->target.deployment;
    const SteadyTime now = systemClock().now();
    std::vector<std::string> masters;
    for (const observe::MasterStatus& master : board.masters) {
        std::string text
            = displaySafe(master.id.value()) + " " + words::shortLinkStateText(master.link, now);
        if (master.link.isUp() && master.link.latency)
            text.append(" ").append(words::latencyText(*master.link.latency));
        masters.push_back(std::move(text));
    }
    std::vector<std::string> pieces{displaySafe(deployment.name),
        words::countText(board.locks.size(), "lock"),
        words::quorumText(observe::quorumState(board.masters, deployment.quorum(), now))};
    std::ranges::move(masters, std::back_inserter(pieces));
    return wrappedLines(pieces, "  ", columns);
}

using output::JsonWriter;
using output::OutputTime;

/// A JSON line per update with changes; problems on standard error.
class JsonLines {
public:
    /// Prints no more once `stop` is readable.
    JsonLines(const WatchedList& watched LK_LIFETIME_BOUND, int stop)
        : m_watched(watched)
        , m_stop(stop)
    {
        for (std::size_t i = 0; i < watched.size(); ++i) {
            m_changes.emplace_back();
            m_complaints.emplace_back(watched[i]->target.deployment);
            if (watched[i]->failure)
                noteFailure(i);
        }
    }

    /// False if stopped, or without a reader.
    bool show(std::size_t index, const observe::BoardUpdate& update)
    {
        const std::string& name = m_watched[index]->name;
        const ErrorsOf named(name);
        m_complaints[index].show(update);
        if (update.masters.empty())
            return true;
        JsonWriter out;
        out.openObject();
        if (!name.empty())
            out.field("deployment", name);
        const auto isStopped = [this]() -> bool { return waitFor({m_stop}, 0)[0]; };
        const bool isNews = m_changes[index].write(out, update, OutputTime::read(), isStopped);
        if (isStopped())
            return false;
        out.closeObject();
        return !isNews || (printUntil({m_stop}, out.text()) && printUntil({m_stop}, "\n"));
    }
    void noteFailure(std::size_t index) { complainAboutFailure(*m_watched[index]); }
    bool draw() { return true; }

private:
    const WatchedList& m_watched;
    int m_stop;
    std::deque<ChangeJson> m_changes; ///< as m_watched
    std::deque<Diagnostics> m_complaints;
};

constexpr std::chrono::milliseconds kTick{1000};
constexpr std::chrono::milliseconds kFrame{100};

class Frames {
public:
    void request() noexcept { m_isRequested = true; }
    /// Milliseconds, for waitFor().
    [[nodiscard]] int timeLeft(SteadyTime now) const
    {
        const auto left = m_drawn + (m_isRequested ? kFrame : kTick) - now;
        return static_cast<int>(
            std::chrono::ceil<std::chrono::milliseconds>(std::max<SteadyTime::duration>(left, {}))
                .count());
    }
    [[nodiscard]] bool take(SteadyTime now)
    {
        if (timeLeft(now) > 0)
            return false;
        m_isRequested = false;
        m_drawn = now;
        return true;
    }

private:
    SteadyTime m_drawn{};
    bool m_isRequested = false;
};

/// Follows until a signal comes, standard output's reader is gone, or none can be watched.
class Following {
public:
    Following(const WatchedList& watched LK_LIFETIME_BOUND,
        std::deque<Recording>& recordings LK_LIFETIME_BOUND, Watching& watching LK_LIFETIME_BOUND)
        : m_watched(watched)
        , m_recordings(recordings)
        , m_watching(watching)
    { }
    Following(const Following&) = delete;
    Following& operator=(const Following&) = delete;

    template <class View> void follow(SignalPipe& signals, bool isDrawn, View& view)
    {
        Frames frames;
        while (!haveAllFailed(m_watched)) {
            const int timeout = isDrawn ? frames.timeLeft(systemClock().now()) : -1;
            const auto ready
                = waitFor({signals.descriptor(), m_watching.descriptor(), STDOUT_FILENO}, timeout);
            while (const auto event = signals.take()) {
                if (event->number != SIGWINCH)
                    return;
                frames.request();
            }
            const auto show = [&](std::size_t i, const observe::BoardUpdate& update) {
                frames.request();
                if (m_recordings[i].takeWantsAll())
                    m_watching.refresh(i);
                return view.show(i, update);
            };
            const auto fail = [&](std::size_t i) {
                frames.request();
                view.noteFailure(i);
            };
            if (ready[2] || !m_watching.takeAll(show, fail))
                return;
            if (isDrawn && frames.take(systemClock().now()) && !view.draw())
                return;
        }
    }

private:
    const WatchedList& m_watched;
    std::deque<Recording>& m_recordings;
    Watching& m_watching;
};

std::uint64_t descriptorsNeeded(const WatchedList& all, bool isRecorded, bool haveHooks)
{
    constexpr std::uint64_t kForHistory = 5;
    return 64 // files, signals, name look-ups
        + descriptorsFor(all, haveHooks) + (isRecorded ? kForHistory * all.size() : 0);
}

class WatchCommand final : public Command {
public:
    void addOptions(CLI::App& watch) override
    {
        watch.add_flag("--record", m_isRecorded, tr("Record what is seen into the history"));
        addWide(watch, m_isWide);
        addOn(watch, m_hook);
    }
    std::vector<std::string>* argumentsBehindDashes() override { return &m_hook.command; }
    void check(const GlobalOptions& /*globals*/) override { checkOn(m_hook); }
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override;

private:
    void prepare(const GlobalOptions& globals, Watched& watched, Recording& recording) const;

    bool m_isRecorded = false;
    bool m_isWide = false;
    HookOptions m_hook;
};

void WatchCommand::prepare(
    const GlobalOptions& globals, Watched& watched, Recording& recording) const
{
    if (watched.failure || !m_isRecorded)
        return;
    auto started = recording.start(globals, watched.target.deployment, watched.name, systemClock());
    if (!started)
        watched.failure = std::move(started.error());
}

int WatchCommand::run(const GlobalOptions& globals)
{
    if (const int refused = explainUnlessRunnable(m_hook); refused != kExitDone)
        return refused;
    auto all = openWatched(globals);
    if (!all)
        return printErrorAndExitCode(all.error());
    const bool isTable = !globals.isJson && isTerminal(STDOUT_FILENO);
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const auto allowed = globals.isAll
        ? allowDescriptors(descriptorsNeeded(*all, m_isRecorded, !m_hook.events.empty()))
        : Result<void>();
    if (!allowed)
        return printErrorAndExitCode(allowed.error());
    std::deque<Recording> recordings(all->size());
    for (std::size_t i = 0; i < all->size(); ++i)
        prepare(globals, *(*all)[i], recordings[i]);
    if (haveAllFailed(*all))
        return complainAndExitCode(*all);
    openHooks(*all, m_hook, isTable ? Hook::Output::Kept : Hook::Output::Errors);
    Watching watching(*all);
    watching.start(globals, {.first = [&](std::size_t i, const observe::BoardUpdate& update) {
        recordings[i].record(update);
    }});
    Following following(*all, recordings, watching);
    if (isTable) {
        signals.add({SIGWINCH});
        LiveTable table(*all, m_isWide);
        following.follow(signals, true, table);
        table.close();
        if (haveAllFailed(*all))
            std::ranges::for_each(*all, [](const auto& one) { complainAboutFailure(*one); });
    } else {
        JsonLines lines(*all, signals.descriptor());
        following.follow(signals, false, lines);
    }
    watching.stop();
    int code = haveAllFailed(*all) ? exitCodeOfFailed(*all) : kExitDone;
    endHooks(*all);
    for (std::size_t i = 0; i < all->size(); ++i) {
        const ErrorsOf named((*all)[i]->name);
        code = recordings[i].end(code);
    }
    leave(code);
}

const CommandEntry<WatchCommand> kWatchEntry(
    20, "watch", trNoop("Follow changes: a table on a terminal, else JSON lines"));

} // namespace
} // namespace lockkeeper::ctl
