// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lab_runner.h"

#include <condition_variable>
#include <mutex>

namespace lockkeeper::ui {

/// Thread-safe.
class LabRunner::Moves {
public:
    void add(lab::Move move)
    {
        const std::scoped_lock lock(m_mutex);
        m_moves.push_back(std::move(move));
        m_changed.notify_one();
    }
    void stop()
    {
        const std::scoped_lock lock(m_mutex);
        m_isStopped = true;
        m_changed.notify_one();
    }
    [[nodiscard]] std::vector<lab::Move> take(SteadyTime until)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(
            lock, until - BootClock::now(), [this] { return m_isStopped || !m_moves.empty(); });
        return std::exchange(m_moves, {});
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<lab::Move> m_moves;
    bool m_isStopped = false;
};

LabRunner::LabRunner(lab::Player player, lab::FreePlayer freePlayer, QObject* parent)
    : QObject(parent)
    , m_player(std::move(player))
    , m_freePlayer(std::move(freePlayer))
    , m_moves(std::make_shared<Moves>())
{ }

LabRunner::~LabRunner()
{
    stop();
}

void LabRunner::stop()
{
    m_stop.request_stop();
    m_moves->stop();
}

void LabRunner::make(lab::Move move)
{
    m_moves->add(std::move(move));
}

template <class Seen>
std::function<void(Seen)> LabRunner::onThisThread(
    void (LabRunner::*signal)(const std::shared_ptr<const Seen>&))
{
    return [this, signal](Seen seen) {
        QMetaObject::invokeMethod(
            this, [this, signal, kept = std::make_shared<const Seen>(std::move(seen))] {
                (this->*signal)(kept);
            });
    };
}

void LabRunner::tellStarted(const std::vector<std::string>& urls)
{
    QMetaObject::invokeMethod(this, [this, urls] { Q_EMIT started(urls); });
}

bool LabRunner::play(
    const lab::Experiment& experiment, const lab::Variant& variant, lab::Speed speed)
{
    if (m_isRunning || !canPlay())
        return false;
    m_isRunning = true;
    m_stop = std::stop_source();
    const lab::RunOptions options{.speed = speed,
        .onStart = [this](const auto& urls) { tellStarted(urls); },
        .onLook = onThisThread<lab::Recording>(&LabRunner::seen),
        .isCancelled = [stop = m_stop.get_token()] { return stop.stop_requested(); }};
    m_queue.run(
        this,
        [player = m_player, experiment, variant, options] {
            auto result = std::make_shared<LabResult>();
            auto played = player(experiment, variant, options);
            if (played)
                result->played = std::move(*played);
            else
                result->error = std::move(played.error());
            return std::shared_ptr<const LabResult>(std::move(result));
        },
        [this](const std::shared_ptr<const LabResult>& result) {
            m_isRunning = false;
            Q_EMIT finished(result);
        });
    return true;
}

bool LabRunner::playFreely(std::size_t masters, bool hasReplica)
{
    if (m_isRunning || !canPlayFreely())
        return false;
    m_isRunning = true;
    m_stop = std::stop_source();
    m_moves = std::make_shared<Moves>();
    const lab::FreePlayOptions options{.masters = masters,
        .hasReplica = hasReplica,
        .onStart = [this](const auto& urls) { tellStarted(urls); },
        .nextMoves = [moves = m_moves](SteadyTime until) { return moves->take(until); },
        .onScene = onThisThread<lab::Scene>(&LabRunner::sceneSeen),
        .isCancelled = [stop = m_stop.get_token()] { return stop.stop_requested(); }};
    m_queue.run(
        this,
        [player = m_freePlayer, options] {
            auto result = std::make_shared<LabResult>();
            if (auto played = player(options); !played)
                result->error = std::move(played.error());
            return std::shared_ptr<const LabResult>(std::move(result));
        },
        [this](const std::shared_ptr<const LabResult>& result) {
            m_isRunning = false;
            Q_EMIT freePlayEnded(result);
        });
    return true;
}

} // namespace lockkeeper::ui
