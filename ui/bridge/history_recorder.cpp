// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history_recorder.h"

#include "core/history/history_reader.h"
#include "core/text/translate.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <thread>

using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

constexpr auto kLook = 5s;
constexpr auto kLookForRight = 500ms;
constexpr auto kReadSince = 1h;

std::uint64_t sizeOf(const history::Place& place)
{
    std::uint64_t bytes = 0;
    if (place.isServer())
        return bytes;
    for (const char* const suffix : {"", "-wal"}) {
        std::error_code error;
        const auto size
            = std::filesystem::file_size(std::filesystem::path(place.file) += suffix, error);
        bytes += error ? 0 : size;
    }
    return bytes;
}

} // namespace

HistoryRecorder::Sink::Sink(std::unique_ptr<history::HistoryStore> opened, const Clock& clock,
    history::Recorder::Begin begin)
    : store(std::move(opened))
    , recorder(*store, clock, begin)
{ }

HistoryRecorder::HistoryRecorder(history::StoreOptions options, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
{
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_tasks.post([this, round = round()] { look(round); });
        if (m_status.state == State::Failed)
            postOpening();
    });
}

HistoryRecorder::~HistoryRecorder()
{
    // Here: queued tasks are dropped.
    detach().reset();
}

void HistoryRecorder::start(history::Recorder::Begin begin)
{
    stop();
    {
        const MutexLock lock(m_mutex);
        m_isWanted = true;
    }
    m_begin = begin;
    m_timer.start(kLook);
    report(round(), {.state = State::Opening});
    postOpening();
}

void HistoryRecorder::stop()
{
    m_timer.stop();
    if (SinkPtr sink = detach())
        m_tasks.post([sink = std::move(sink)]() mutable { sink.reset(); });
    report(round(), {});
}

/// Destroying the result blocks.
HistoryRecorder::SinkPtr HistoryRecorder::detach()
{
    const MutexLock lock(m_mutex);
    ++m_round;
    m_isWanted = false;
    (void)m_early.take();
    return std::exchange(m_sink, nullptr);
}

void HistoryRecorder::record(const observe::BoardUpdate& update)
{
    SinkPtr sink;
    {
        const MutexLock lock(m_mutex);
        if (!m_isWanted)
            return;
        sink = m_sink;
    }
    // Not under the mutex: 100 000 locks would block the GUI thread.
    if (!sink) {
        (void)m_early.put(update);
        return;
    }
    bool isRetold = false;
    if (const auto early = m_early.take())
        isRetold = sink->recorder.record(*early);
    if (sink->recorder.record(update) || isRetold)
        QMetaObject::invokeMethod(this, &HistoryRecorder::resumed, Qt::QueuedConnection);
}

void HistoryRecorder::postOpening()
{
    m_tasks.post([this, round = round(), begin = m_begin] { open(round, begin); });
}

void HistoryRecorder::open(std::uint64_t round, history::Recorder::Begin begin)
{
    {
        const MutexLock lock(m_mutex);
        if (round != m_round || m_sink)
            return;
    }
    const auto notices = std::make_shared<std::vector<std::string>>();
    history::StoreOptions options = m_options;
    options.onNotice = [this, notices, task = std::this_thread::get_id()](const auto& line) {
        if (std::this_thread::get_id() == task)
            notices->push_back(line);
        else
            tell(line);
    };
    auto store = history::HistoryStore::open(std::move(options), m_clock);
    if (!store) {
        const RecordingStatus failed{.state = State::Failed, .error = store.error()};
        QMetaObject::invokeMethod(
            this, [this, round, failed] { report(round, failed); }, Qt::QueuedConnection);
        return;
    }
    // Else the status names the other recorder.
    if ((*store)->status().isRecording)
        std::ranges::for_each(*notices, [this](const std::string& line) { tell(line); });
    const auto sink = std::make_shared<Sink>(std::move(*store), m_clock, begin);
    if (const auto early = m_early.take())
        (void)sink->recorder.record(*early);
    {
        const MutexLock lock(m_mutex);
        if (round != m_round)
            return;
        m_sink = sink;
    }
    look(round);
}

void HistoryRecorder::look(std::uint64_t round)
{
    SinkPtr sink;
    {
        const MutexLock lock(m_mutex);
        if (round == m_round)
            sink = m_sink;
    }
    if (!sink)
        return;
    QMetaObject::invokeMethod(
        this, [this, round, status = statusOf(*sink)] { report(round, status); },
        Qt::QueuedConnection);
}

RecordingStatus HistoryRecorder::statusOf(Sink& sink) const
{
    const history::StoreStatus store = sink.store->status();
    const SteadyTime now = m_clock.now();
    const std::uint64_t generation = sink.store->generation();
    const bool isSameFile = std::exchange(sink.sinceGeneration, generation) == generation;
    if (!sink.since || !isSameFile || now - sink.sinceReadAt >= kReadSince) {
        const auto reader = history::HistoryReader::open(m_options.place);
        const auto since
            = reader ? reader->recordedSince() : Result<std::optional<WallTime>>(std::nullopt);
        sink.since = since.value_or(std::nullopt);
        sink.sinceReadAt = now;
    }
    RecordingStatus status{.state = State::StandingBy,
        .bytes = sizeOf(m_options.place),
        .since = sink.since,
        .recordedBy = store.recordedBy,
        .error = store.error,
        .dropped = store.dropped};
    if (store.error)
        status.state = State::Failed;
    else if (store.isRecording)
        status.state = State::Recording;
    return status;
}

void HistoryRecorder::report(std::uint64_t round, const RecordingStatus& status)
{
    if (round != this->round() || m_status == status)
        return;
    m_status = status;
    // A reopened window waits until the earlier one has written all.
    m_timer.setInterval(status.state == State::StandingBy ? kLookForRight : kLook);
    Q_EMIT statusChanged();
}

void HistoryRecorder::tell(const std::string& line)
{
    QMetaObject::invokeMethod(
        this, [this, text = toQt(trData(line))] { Q_EMIT noticed(text); }, Qt::QueuedConnection);
}

std::uint64_t HistoryRecorder::round()
{
    const MutexLock lock(m_mutex);
    return m_round;
}

} // namespace lockkeeper::ui
