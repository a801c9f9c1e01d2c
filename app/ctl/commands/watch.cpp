// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/diagnostics.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output/change_json.h"
#include "app/ctl/output/live_table.h"
#include "app/ctl/signal_pipe.h"
#include "app/ctl/target.h"
#include "app/ctl/update_queue.h"
#include "core/history/recorder.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/watcher.h"
#include "core/output/board_json.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <unistd.h>

namespace lockkeeper::ctl {
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

} // namespace

int runCommand(const GlobalOptions& globals, const WatchCommandOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const bool isTable = !globals.isJson && isTerminal(STDOUT_FILENO);
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
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
    int code = kExitDone;
    std::optional<LiveTable> table;
    JsonLines lines(signals.descriptor());
    Diagnostics complaints(target->deployment);
    if (isTable) {
        signals.add({SIGWINCH});
        table.emplace(target->deployment, options.isWide);
        code = followUpdates(queue, signals, kTick, [&](const auto& update) {
            publishAgain();
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
    leave(recording.end(code));
}

} // namespace lockkeeper::ctl
