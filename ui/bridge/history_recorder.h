// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/recorder.h"
#include "core/observe/update_inbox.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <QTimer>

namespace lockkeeper::ui {

struct RecordingStatus {
    enum class State {
        Off,
        Opening,
        Recording,
        StandingBy, ///< another process or window records
        Failed ///< with `error`; retried
    };
    State state = State::Off;
    std::uint64_t bytes = 0; ///< file and log; 0: on a server
    std::optional<WallTime> since{}; ///< start of the oldest kept ownership
    std::optional<history::RecordedBy> recordedBy{}; ///< (StandingBy) nullopt: unknown
    std::optional<Error> error{};
    std::uint64_t dropped = 0; ///< changes that came too fast to write

    friend bool operator==(const RecordingStatus&, const RecordingStatus&) = default;
};

/// Records updates into a deployment's history on its own threads; off at first. Of a file's
/// recorders, one works; another takes over at its end. GUI thread only, except record().
class HistoryRecorder final : public QObject {
    Q_OBJECT
public:
    /// Ignores StoreOptions::onNotice.
    HistoryRecorder(history::StoreOptions options, const Clock& clock, QObject* parent = nullptr);
    /// Waits until everything is written. Calls of record() must have ended.
    ~HistoryRecorder() override;

    [[nodiscard]] const history::StoreOptions& options() const noexcept { return m_options; }
    [[nodiscard]] bool isOn() const noexcept { return m_status.state != State::Off; }
    [[nodiscard]] const RecordingStatus& status() const noexcept { return m_status; }

    /// Keeps updates until the file is open.
    void start(history::Recorder::Begin begin);
    void stop();

    /// On the watcher's thread, for one watcher at a time. Never blocks for the disk.
    void record(const observe::BoardUpdate& update);

Q_SIGNALS:
    void statusChanged();
    /// A new history was begun: publish everything again.
    void resumed();
    void noticed(const QString& text);

private:
    using State = RecordingStatus::State;
    struct Sink {
        Sink(std::unique_ptr<history::HistoryStore> opened, const Clock& clock,
            history::Recorder::Begin begin);
        const std::unique_ptr<history::HistoryStore> store;
        history::Recorder recorder;
        std::optional<WallTime> since{}; ///< only in tasks, like the next two
        SteadyTime sinceReadAt{};
        std::uint64_t sinceGeneration = 0;
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
    std::uint64_t m_round LK_GUARDED_BY(m_mutex) = 0;
    bool m_isWanted LK_GUARDED_BY(m_mutex) = false;
    SinkPtr m_sink LK_GUARDED_BY(m_mutex);
    observe::UpdateInbox m_early;
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui
