// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/diagnostics.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/hook.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/target.h"
#include "app/ctl/base/update_queue.h"
#include "app/ctl/command.h"
#include "app/ctl/output/change_json.h"
#include "app/ctl/output/lock_table.h"
#include "app/ctl/output/table_output.h"
#include "core/config/deployment.h"
#include "core/export.h"
#include "core/files/write_all.h"
#include "core/history/recorder.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/failover.h"
#include "core/observe/watcher.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <unistd.h>

namespace lockkeeper::ctl {

/// A table of locks on a terminal that is redrawn in place. The cursor is hidden until the
/// close(), which leaves the last table on the screen. Not thread-safe.
class LiveTable {
public:
    /// `deployment` must outlive the table. A wide table cuts no line: long ones take several rows.
    LiveTable(const config::Deployment& deployment LK_LIFETIME_BOUND, bool isWide);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;
    ~LiveTable() { close(); }
    void close();

    /// Applies an update and draws the table. An empty update only draws: counts down
    /// remaining times, or fits another size of the terminal. Returns false if the terminal is
    /// gone.
    bool show(const observe::BoardUpdate& update);
    /// A line that stands above the locks from now on; empty: none.
    void setNotice(std::string notice) { m_notice = std::move(notice); }

private:
    /// The deployment and the state of each master; never cut.
    [[nodiscard]] std::vector<std::string> masterLines(std::size_t columns) const;
    /// Recent failovers, why masters do not answer, why their data are incomplete or late, and the
    /// notice; never cut.
    [[nodiscard]] std::vector<std::string> newsLines(std::size_t columns) const;
    /// A header and as many locks as fit into `rows` rows of the terminal.
    [[nodiscard]] std::vector<std::string> lockLines(std::size_t rows, std::size_t columns) const;
    /// The lines of the first `room` locks, and of how many more there are: those with problems
    /// first, unless all have room.
    [[nodiscard]] std::vector<std::string> firstLocks(std::size_t room, std::size_t columns) const;

    const config::Deployment& m_deployment;
    bool m_isWide = false;
    std::map<Resource, observe::LockEntryPtr> m_locks;
    std::map<Resource, observe::LockEntryPtr> m_problems; ///< those of them with evidence
    std::vector<observe::MasterStatus> m_masters;
    std::string m_notice;
    bool m_hasLooked = false; ///< all masters were swept, or do not answer
};

namespace {

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";
constexpr const char* kClearScreen = "\x1b[2J";
constexpr const char* kHome = "\x1b[H";
constexpr const char* kEndOfLine = "\x1b[K\n";
constexpr const char* kClearBelow = "\x1b[J";

/// The line names the master already.
Error withoutMaster(Error error)
{
    error.master = {};
    return error;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    return absl::StrSplit(text, ' ', absl::SkipEmpty());
}

/// The rows that the lines take on a terminal, which wraps long ones.
std::size_t rowsOf(const std::vector<std::string>& lines, std::size_t columns)
{
    std::size_t rows = 0;
    for (const std::string& line : lines)
        rows += 1 + (std::max<std::size_t>(displayWidth(line), 1) - 1) / columns;
    return rows;
}

} // namespace

LiveTable::LiveTable(const config::Deployment& deployment, bool isWide)
    : m_deployment(deployment)
    , m_isWide(isWide)
{
    print(std::string(kHideCursor) + kClearScreen + kHome + tr("looking ...") + "\n");
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): a table is closed
void LiveTable::close()
{
    // Not print(): that the terminal has gone is no failure now.
    [[maybe_unused]] const bool isWritten = writeAll(STDOUT_FILENO, kShowCursor);
}

bool LiveTable::show(const observe::BoardUpdate& update)
{
    for (const observe::LockEntryPtr& entry : update.changed) {
        m_locks[entry->resource] = entry;
        if (entry->stale.empty())
            m_problems.erase(entry->resource);
        else
            m_problems[entry->resource] = entry;
    }
    for (const Resource& resource : update.gone) {
        m_locks.erase(resource);
        m_problems.erase(resource);
    }
    if (!update.masters.empty())
        m_masters = update.masters;
    // "No locks" and "no answer" would be untrue as long as nobody has looked.
    const auto isLookedAt = [](const observe::MasterStatus& master) {
        return master.isSettled() || !incompletenessErrors(master).empty();
    };
    m_hasLooked = m_hasLooked || (!m_masters.empty() && std::ranges::all_of(m_masters, isLookedAt));
    if (!m_hasLooked)
        return true;

    const TerminalSize size = terminalSize();
    std::vector<std::string> lines = masterLines(size.columns);
    for (const std::string& line : newsLines(size.columns))
        lines.push_back(line);
    lines.emplace_back();
    // Leave the last row of the terminal empty: a newline there would scroll.
    const std::size_t rows = std::max<std::size_t>(size.rows, 4) - 1;
    lines.resize(std::min(rows, lines.size()));
    for (std::string& line : lockLines(rows - lines.size(), size.columns))
        lines.push_back(std::move(line));
    std::string screen = kHome;
    for (const std::string& line : lines)
        screen += line + kEndOfLine;
    return print(screen + kClearBelow);
}

std::vector<std::string> LiveTable::lockLines(std::size_t rows, std::size_t columns) const
{
    // One row for the header, and one for the number of locks that do not fit. Lay out only the
    // locks that fit: there may be a hundred thousand.
    const bool isWhole = m_locks.size() + 1 <= rows;
    std::size_t room = isWhole ? m_locks.size() : rows - std::min<std::size_t>(rows, 2);
    std::vector<std::string> lines = firstLocks(room, columns);
    // Lines of a wide table take several rows.
    while (room > 0 && rowsOf(lines, columns) > rows)
        lines = firstLocks(--room, columns);
    if (rowsOf(lines, columns) > rows)
        lines.clear();
    return lines;
}

std::vector<std::string> LiveTable::firstLocks(std::size_t room, std::size_t columns) const
{
    std::vector<observe::LockEntryPtr> shown;
    const bool isWhole = room >= m_locks.size();
    // What somebody should look at must not be below the screen.
    for (auto lock = m_problems.begin();
         !isWhole && lock != m_problems.end() && shown.size() < room; ++lock)
        shown.push_back(lock->second);
    for (auto lock = m_locks.begin(); lock != m_locks.end() && shown.size() < room; ++lock) {
        if (isWhole || lock->second->stale.empty())
            shown.push_back(lock->second);
    }
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : m_masters)
        freshness.push_back(master.freshness);
    std::vector<std::string> lines = lockTable(
        shown, systemClock().now(), m_isWide ? kAllColumns : columns, m_isWide, freshness);
    if (m_locks.empty()) {
        lines.emplace_back(tr("no locks found"));
        const std::string elsewhere = words::otherDatabasesText(m_masters);
        if (!elsewhere.empty())
            std::ranges::move(
                wrappedLines(wordsOf(elsewhere), " ", columns), std::back_inserter(lines));
    }
    if (!isWhole) {
        const std::size_t hidden = m_problems.size() - std::min(room, m_problems.size());
        const std::size_t more = m_locks.size() - room;
        lines.push_back(hidden > 0
                ? absl::Substitute(tr("... and $0 more, $1 of them with problems"), more, hidden)
                : absl::Substitute(tr("... and $0 more"), more));
    }
    return lines;
}

std::vector<std::string> LiveTable::newsLines(std::size_t columns) const
{
    std::vector<std::string> lines;
    const auto add = [&](const observe::MasterStatus& master, const std::string& text) {
        const std::string line
            = absl::Substitute(tr("$0: $1"), displaySafe(master.id.value()), text);
        std::ranges::move(wrappedLines(wordsOf(line), " ", columns), std::back_inserter(lines));
    };
    for (const observe::MasterStatus& master : m_masters) {
        if (master.link.error && master.link.state != redis::LinkState::Up)
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
    if (!m_notice.empty())
        std::ranges::move(wrappedLines(wordsOf(m_notice), " ", columns), std::back_inserter(lines));
    return lines;
}

std::vector<std::string> LiveTable::masterLines(std::size_t columns) const
{
    const SteadyTime now = systemClock().now();
    std::vector<std::string> masters;
    for (const observe::MasterStatus& master : m_masters) {
        std::string text
            = displaySafe(master.id.value()) + " " + words::shortLinkStateText(master.link, now);
        if (master.link.state == redis::LinkState::Up && master.link.latency)
            text.append(" ").append(words::latencyText(*master.link.latency));
        masters.push_back(std::move(text));
    }
    std::vector<std::string> pieces{displaySafe(m_deployment.name),
        words::countText(m_locks.size(), "lock"),
        words::quorumText(observe::quorumState(m_masters, m_deployment.quorum(), now))};
    std::ranges::move(masters, std::back_inserter(pieces));
    return wrappedLines(pieces, "  ", columns);
}

namespace {

using output::JsonWriter;
using output::OutputTime;

/// Prints each update as a JSON line. An update without a change of a lock or a master is skipped.
class JsonLines {
public:
    /// `stop`: a descriptor that is readable once nothing need be printed any more.
    explicit JsonLines(int stop)
        : m_stop(stop)
    { }

    /// False if it was stopped, or the reader of standard output is gone.
    bool show(const observe::BoardUpdate& update)
    {
        if (update.masters.empty())
            return true;
        JsonWriter out;
        out.openObject();
        const auto isStopped = [this]() -> bool { return waitFor({m_stop}, 0)[0]; };
        const bool isNews = m_changes.write(out, update, OutputTime::read(), isStopped);
        if (isStopped())
            return false;
        out.closeObject();
        return !isNews || (printUntil(m_stop, out.text()) && printUntil(m_stop, "\n"));
    }

private:
    int m_stop;
    ChangeJson m_changes;
};

/// How often remaining times are counted down on a terminal, in milliseconds.
constexpr int kTick = 1000;
constexpr int kNoTick = -1;

// Shows updates until a signal comes, the reader of standard output is gone, or the watcher reports
// an error. Shows an empty update after `tick` milliseconds without another. Returns the exit code.
template <class View>
int followUpdates(UpdateQueue& queue, SignalPipe& signals, int tick, View show)
{
    while (true) {
        const auto ready = waitFor({signals.descriptor(), queue.descriptor(), STDOUT_FILENO}, tick);
        bool isDrawn = tick != kNoTick && std::ranges::find(ready, true) == ready.end();
        while (const auto event = signals.take()) {
            if (event->number != SIGWINCH)
                return kExitDone;
            isDrawn = true;
        }
        if (ready[2])
            return kExitDone;
        const auto update = queue.take();
        if (!update && !isDrawn)
            continue;
        if (update && update->error)
            return printErrorAndExitCode(*update->error);
        if (!show(update.value_or(observe::BoardUpdate())))
            return kExitDone;
    }
}

/// True if the file exists, is not empty and is not an SQLite database, or is no regular file. Such
/// a file must not be set aside like a damaged history if the user has named it.
bool isForeignFile(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return std::filesystem::exists(file, error); // a FIFO would be waited for
    constexpr std::string_view kDatabase = "SQLite format 3";
    std::string head(kDatabase.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    return stream.gcount() > 0 && head != kDatabase;
}

/// Records updates into the history for `--record`. Does nothing unless started.
class Recording {
public:
    /// Opens the history of the deployment, or the file of --history. InvalidArgument if the named
    /// file is not a history; else the errors of HistoryStore::open().
    [[nodiscard]] Result<void> start(
        const GlobalOptions& globals, const config::Deployment& deployment, const Clock& clock)
    {
        history::StoreOptions options;
        options.file = historyFileOf(globals, deployment);
        options.areSameMasters = !deployment.isSandbox;
        if (!globals.history.empty() && isForeignFile(options.file))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("history $0: it is no history; name another file", "data"),
                    options.file.string()));
        options.onNotice = [](const std::string& text) { printError(trData(text)); };
        auto store = history::HistoryStore::open(std::move(options), clock);
        if (!store)
            return tl::make_unexpected(store.error());
        m_store = std::move(*store);
        m_recorder.emplace(*m_store, clock);
        return {};
    }
    /// Writes what is queued, tells what can't be written, and closes the history. Returns `code`,
    /// or else the code of that failure.
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
    /// True once after the history was begun anew: everything should be published again.
    [[nodiscard]] bool takeWantsAll() noexcept { return m_wantsAll.exchange(false); }

private:
    std::unique_ptr<history::HistoryStore> m_store;
    std::optional<history::Recorder> m_recorder;
    std::atomic<bool> m_wantsAll = false;
};

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
    int run(const GlobalOptions& globals) override;

private:
    bool m_isRecorded = false;
    bool m_isWide = false;
    HookOptions m_hook;
};

int WatchCommand::run(const GlobalOptions& globals)
{
    if (const int refused = explainUnlessRunnable(m_hook); refused != kExitDone)
        return refused;
    const auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return printErrorAndExitCode(target.error());
    const bool isTable = !globals.isJson && isTerminal(STDOUT_FILENO);
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    Recording recording;
    if (m_isRecorded) {
        if (const auto started = recording.start(globals, target->deployment, clock); !started)
            return printErrorAndExitCode(started.error());
    }
    UpdateQueue queue;
    auto hook = openHook(*target, m_hook, isTable ? Hook::Output::Kept : Hook::Output::Errors);
    const history::UsualHoldTable usualHolds(historyFileOf(globals, target->deployment));
    observe::Watcher watcher(target->deployment, clock, processes,
        [&](const observe::BoardUpdate& update) {
            recording.record(update);
            queue.put(update);
            if (hook)
                hook->put(update);
        },
        {.usualHold = usualHolds.lookUp(), .least = leastOf(globals)});
    const auto publishAgain = [&] {
        if (recording.takeWantsAll())
            watcher.refresh();
    };
    int code = kExitDone;
    std::optional<LiveTable> table;
    JsonLines lines(signals.descriptor());
    Diagnostics complaints(target->deployment);
    if (isTable) {
        signals.add({SIGWINCH});
        table.emplace(target->deployment, m_isWide);
        code = followUpdates(queue, signals, kTick, [&](const auto& update) {
            publishAgain();
            table->setNotice(hook ? hook->lastProblem() : std::string());
            return table->show(update);
        });
        table->close();
    } else {
        code = followUpdates(queue, signals, kNoTick, [&](const auto& update) {
            publishAgain();
            complaints.show(update);
            return lines.show(update);
        });
    }
    watcher.stop();
    hook.reset();
    leave(recording.end(code));
}

const CommandEntry<WatchCommand> kWatchEntry(
    20, "watch", trNoop("Follow changes: a table on a terminal, else JSON lines"));

} // namespace
} // namespace lockkeeper::ctl
