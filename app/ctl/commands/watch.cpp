// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/deadlines.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output/live_table.h"
#include "app/ctl/signal_pipe.h"
#include "app/ctl/target.h"
#include "app/ctl/wake_event.h"
#include "core/history/recorder.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/board/failover.h"
#include "core/observe/update_inbox.h"
#include "core/observe/watcher.h"
#include "core/output/board_json.h"
#include "core/output/waits_json.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <unistd.h>
#include <unordered_set>

namespace lockkeeper::ctl {
namespace {

using output::JsonWriter;
using output::OutputTime;

/// Passes updates from the watcher's thread to the thread that prints. put() and take() may be
/// called on different threads. Never blocks.
class UpdateQueue {
public:
    void put(const observe::BoardUpdate& update)
    {
        if (m_inbox.put(update))
            m_event.raise();
    }

    std::optional<observe::BoardUpdate> take()
    {
        m_event.clear();
        return m_inbox.take();
    }

    [[nodiscard]] int descriptor() const noexcept { return m_event.descriptor(); }

private:
    observe::UpdateInbox m_inbox;
    WakeEvent m_event;
};

/// Prints each update as a JSON line. An update without a change of a lock or a master is skipped.
class JsonLines {
public:
    bool show(const observe::BoardUpdate& update)
    {
        if (update.masters.empty())
            return true;
        const OutputTime present = OutputTime::read();
        JsonWriter out;
        out.openObject();
        out.field("time_unix_ms", present.unixTime(update.asOf));
        const bool isNewsOfLocks = writeLocks(out, update, present);
        const bool isNewsOfMasters = writeMasters(out, update.masters);
        output::writeWaits(out, *update.waits);
        const bool isNewsOfWaits = std::exchange(m_waits, update.waits) != update.waits;
        out.closeObject();
        return !(isNewsOfLocks || isNewsOfMasters || isNewsOfWaits) || print(out.text() + "\n");
    }

private:
    /// writeLocks() and writeMasters() return true if the update has changes.
    bool writeLocks(JsonWriter& out, const observe::BoardUpdate& update, const OutputTime& present)
    {
        bool isNews = !update.gone.empty();
        out.key("changed").openArray();
        for (const observe::LockEntryPtr& entry : update.changed) {
            Printed& printed = m_printed[entry->resource];
            Deadlines deadlines(*entry);
            if (printed.revision == entry->revision && !printed.deadlines.areMoved(deadlines))
                continue;
            printed = {entry->revision, std::move(deadlines)};
            isNews = true;
            output::writeLock(out, *entry, present);
        }
        out.closeArray();
        out.key("gone").openArray();
        const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
        for (const Resource& resource : update.gone) {
            m_printed.erase(resource);
            out.openObject();
            output::writeResource(out, resource);
            out.field("lost", lost.contains(resource));
            out.closeObject();
        }
        out.closeArray();
        return isNews;
    }
    bool writeMasters(JsonWriter& out, const std::vector<observe::MasterStatus>& masters)
    {
        std::vector<MasterNews> news;
        out.key("masters").openArray();
        for (const observe::MasterStatus& master : masters) {
            output::writeMaster(out, master);
            news.push_back(
                {master.link.state, master.link.error, master.isSweepComplete, master.sweepError,
                    master.isPushed, master.pushError, master.unreadKeys, master.readError,
                    observe::failoverCount(master), master.link.restartedAt, master.loss});
        }
        out.closeArray();
        return std::exchange(m_news, news) != news;
    }

    struct MasterNews {
        redis::LinkState state;
        std::optional<Error> linkError;
        bool isComplete;
        std::optional<Error> sweepError;
        bool isPushed;
        std::optional<Error> pushError;
        std::size_t unreadKeys;
        std::optional<Error> readError;
        std::uint64_t failovers;
        std::optional<SteadyTime> restartedAt;
        std::optional<observe::Loss> loss;
        friend bool operator==(const MasterNews&, const MasterNews&) = default;
    };

    /// What was printed of a lock.
    struct Printed {
        std::uint64_t revision = 0;
        Deadlines deadlines{};
    };

    std::map<Resource, Printed> m_printed;
    std::vector<MasterNews> m_news;
    observe::WaitsPtr m_waits = observe::noWaits();
};

/// Prints failovers, restarts and lost locks on standard error, and why masters' data are
/// incomplete or late. Each is printed once, and again after a change.
class Diagnostics {
public:
    explicit Diagnostics(const config::Deployment& deployment)
        : m_deployment(deployment)
    { }

    void show(const observe::BoardUpdate& update)
    {
        for (const observe::MasterStatus& master : update.masters) {
            tellFailover(master);
            tellLoss(master);
            // Compare only the causes: the number of unreadable keys may change all the time.
            Causes causes{master.readError, master.pushError};
            if (!master.isSweepComplete || m_told[master.id] == causes)
                continue;
            m_told[master.id] = std::move(causes);
            for (const Error& error : incompletenessErrors(master))
                complainAbout(error, m_deployment);
        }
    }

private:
    using Causes = std::pair<std::optional<Error>, std::optional<Error>>;

    void tellFailover(const observe::MasterStatus& master)
    {
        const std::uint64_t count = observe::failoverCount(master);
        if (std::exchange(m_failovers[master.id], count) != count)
            complainAbout(failoverNotice(master), m_deployment);
    }

    static std::string restartNotice(
        const observe::MasterStatus& master, std::chrono::milliseconds age, SteadyTime now)
    {
        const auto left = observe::quarantineLeft(master, now);
        std::string text = words::restartText(age);
        if (left)
            addClause(text, words::quarantineText(*left));
        return text;
    }

    void tellLoss(const observe::MasterStatus& master)
    {
        const SteadyTime now = systemClock().now();
        const auto restart = observe::recentRestart(master, now);
        if (std::exchange(m_restarts[master.id], master.link.restartedAt) != master.link.restartedAt
            && restart)
            complainAbout(notice(master, restartNotice(master, *restart, now)), m_deployment);
        const auto loss = observe::recentLoss(master, now);
        if (std::exchange(m_losses[master.id], master.loss) != master.loss && loss)
            complainAbout(notice(master, words::lossText(*loss, now)), m_deployment);
    }
    static Error notice(const observe::MasterStatus& master, std::string text)
    {
        return {ErrorClass::HolderChanged, std::move(text), master.id};
    }

    const config::Deployment& m_deployment;
    std::map<MasterId, Causes> m_told;
    std::map<MasterId, std::optional<SteadyTime>> m_restarts;
    std::map<MasterId, std::optional<observe::Loss>> m_losses;
    std::map<MasterId, std::uint64_t> m_failovers; ///< reported so far
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
    ~Recording()
    {
        if (!m_store)
            return;
        (void)m_store->flush(); // a failure has been reported by onNotice
        if (const auto dropped = m_store->status().dropped; dropped > 0)
            printError(
                absl::Substitute(tr("$0 changes were not recorded: too many at a time"), dropped));
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

} // namespace

int runCommand(const GlobalOptions& globals, const WatchCommandOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const bool isTable = !globals.isJson && isTerminal(STDOUT_FILENO);
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP, SIGWINCH};
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    Recording recording;
    if (options.isRecorded) {
        if (const auto started = recording.start(globals, target->deployment, clock); !started)
            return printErrorAndExitCode(started.error());
    }
    UpdateQueue queue;
    const history::UsualHoldTable usualHolds(historyFileOf(globals, target->deployment));
    observe::Watcher watcher(target->deployment, clock, processes,
        [&](const observe::BoardUpdate& update) {
            recording.record(update);
            queue.put(update);
        },
        {.usualHold = usualHolds.lookUp(), .least = leastOf(globals)});
    const auto publishAgain = [&] {
        if (recording.takeWantsAll())
            watcher.refresh();
    };
    if (isTable) {
        LiveTable table(target->deployment, options.isWide);
        return followUpdates(queue, signals, kTick, [&](const auto& update) {
            publishAgain();
            return table.show(update);
        });
    }
    JsonLines lines;
    Diagnostics complaints(target->deployment);
    return followUpdates(queue, signals, kNoTick, [&](const auto& update) {
        publishAgain();
        complaints.show(update);
        return lines.show(update);
    });
}

} // namespace lockkeeper::ctl
