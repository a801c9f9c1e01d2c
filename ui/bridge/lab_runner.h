// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"
#include "core/lab/run.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <memory>
#include <stop_token>

namespace lockkeeper::ui {

/// What came of a run.
struct LabResult {
    std::optional<lab::Played> played{};
    std::optional<Error> error{}; ///< why nothing is ruled
};

/// Plays experiments, or lets somebody play freely, in the background: one at a time. GUI thread
/// only.
class LabRunner final : public QObject {
    Q_OBJECT
public:
    explicit LabRunner(
        lab::Player player, lab::FreePlayer freePlayer = {}, QObject* parent = nullptr);
    /// Ends what goes on, with all that it has started. Blocks for a moment.
    ~LabRunner() override;

    /// False: nothing can be played here.
    [[nodiscard]] bool canPlay() const noexcept { return static_cast<bool>(m_player); }
    [[nodiscard]] bool canPlayFreely() const noexcept { return static_cast<bool>(m_freePlayer); }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    /// Returns false and does nothing while one runs. Never blocks.
    bool play(const lab::Experiment& experiment, const lab::Variant& variant, lab::Speed speed);
    /// Starts free play on so many masters. As above.
    bool playFreely(std::size_t masters, bool hasReplica);
    /// Makes a move of the free play that goes on. Never blocks.
    void make(lab::Move move);
    /// Ends it: finished() follows, for an experiment with an error.
    void stop();

Q_SIGNALS:
    /// The masters are there.
    void started(const std::vector<std::string>& urls);
    /// What was seen so far.
    void seen(const std::shared_ptr<const lockkeeper::lab::Recording>& recording);
    void sceneSeen(const std::shared_ptr<const lockkeeper::lab::Scene>& scene);
    void finished(const std::shared_ptr<const lockkeeper::ui::LabResult>& result);
    /// With an error if it was not stopped.
    void freePlayEnded(const std::shared_ptr<const lockkeeper::ui::LabResult>& result);

private:
    class Moves;
    /// Emits the signal on this thread with what it is called with on any.
    template <class Seen>
    [[nodiscard]] std::function<void(Seen)> onThisThread(
        void (LabRunner::*signal)(const std::shared_ptr<const Seen>&));
    /// started(), on this thread.
    void tellStarted(const std::vector<std::string>& urls);

    lab::Player m_player;
    lab::FreePlayer m_freePlayer;
    bool m_isRunning = false;
    std::stop_source m_stop;
    std::shared_ptr<Moves> m_moves;
    TaskQueue m_queue; ///< last: its tasks use the others
};

} // namespace lockkeeper::ui
