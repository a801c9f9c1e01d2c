// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/recorder.h"
#include "core/observe/update_inbox.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <QTimer>

namespace lockkeeper::ui {

/// Whether a recording works, and what it costs.
struct RecordingStatus {
    enum class State {
        Off,
        Opening, ///< the file is being read
        Recording,
        StandingBy, ///< another process, or another window, records the same masters
        Failed ///< see `error`; it is tried again
    };
    State state = State::Off;
    std::uint64_t bytes = 0; ///< size of the file with its log
    std::optional<WallTime> since{}; ///< of the oldest ownership that is kept
    std::optional<history::RecordedBy> recordedBy{}; ///< (StandingBy) nullopt: nobody known
    std::optional<Error> error{}; ///< (Failed)
    std::uint64_t dropped = 0; ///< changes that were too many to be written in time

    friend bool operator==(const RecordingStatus&, const RecordingStatus&) = default;
};

/// Records the updates of one deployment into its history, on threads of its own. Off at first.
///
/// Of several recorders of a file, in any processes, one records. The others stand by, and one of
/// them takes over when that one ends. GUI thread only, except record(). `clock` must outlive it.
class HistoryRecorder final : public QObject {
    Q_OBJECT
public:
    /// StoreOptions::onNotice is not used.
    HistoryRecorder(history::StoreOptions options, const Clock& clock, QObject* parent = nullptr);
    /// Blocks until everything is written, and until a file that is being opened is open. record()
    /// must not be called any more.
    ~HistoryRecorder() override;

    [[nodiscard]] const history::StoreOptions& options() const noexcept { return m_options; }
    [[nodiscard]] bool isOn() const noexcept { return m_status.state != State::Off; }
    [[nodiscard]] const RecordingStatus& status() const noexcept { return m_status; }

    /// Begins to record the updates of a watcher; ends the recording of another one before. Opens
    /// the file on another thread: until then, updates are kept in memory. Never blocks.
    void start(history::Recorder::Begin begin);
    /// Ends the recording. What is not written yet is written on another thread. Never blocks.
    void stop();

    /// Records an update. Does nothing while the recorder is off. Call it on the watcher's thread,
    /// for one watcher at a time. Never blocks for the disk.
    void record(const observe::BoardUpdate& update);

Q_SIGNALS:
    void statusChanged();
    /// The history was begun anew: another process recorded before, or the file was removed. What
    /// was published before is not in it, so everything should be published again.
    void resumed();
    /// An event of which the user should know: the file was damaged and set aside, the disk is full
    /// or has space again. `text` is one line that may be shown as it is.
    void noticed(const QString& text);

private:
    using State = RecordingStatus::State;
    /// An open history, and what writes into it.
    struct Sink {
        Sink(std::unique_ptr<history::HistoryStore> opened, const Clock& clock,
            history::Recorder::Begin begin);
        const std::unique_ptr<history::HistoryStore> store;
        history::Recorder recorder;
        std::optional<WallTime> since{}; ///< of tasks only, as what follows
        SteadyTime sinceReadAt{};
        std::uint64_t sinceGeneration = 0; ///< of the store, when `since` was read
    };
    using SinkPtr = std::shared_ptr<Sink>;

    [[nodiscard]] SinkPtr detach();
    void postOpening();
    void open(std::uint64_t round, history::Recorder::Begin begin);
    void look(std::uint64_t round);
    [[nodiscard]] RecordingStatus statusOf(Sink& sink) const;
    void report(std::uint64_t round, const RecordingStatus& status);
    void tell(const std::string& line);
    [[nodiscard]] std::uint64_t round();

    history::StoreOptions m_options;
    const Clock& m_clock;
    RecordingStatus m_status;
    history::Recorder::Begin m_begin{};
    QTimer m_timer;
    Mutex m_mutex;
    std::uint64_t m_round LK_GUARDED_BY(m_mutex) = 0; ///< counts starts and stops
    bool m_isWanted LK_GUARDED_BY(m_mutex) = false;
    SinkPtr m_sink LK_GUARDED_BY(m_mutex);
    observe::UpdateInbox m_early; ///< updates from before the file was open
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
