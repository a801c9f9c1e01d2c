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

struct LabResult {
    std::optional<lab::Played> played{};
    std::optional<Error> error{};
};

/// Runs an experiment or free play in the background, one at a time.
class LabRunner final : public QObject {
    Q_OBJECT
public:
    explicit LabRunner(
        lab::Player player, lab::FreePlayer freePlayer = {}, QObject* parent = nullptr);
    /// Blocks briefly.
    ~LabRunner() override;

    [[nodiscard]] bool canPlay() const noexcept { return static_cast<bool>(m_player); }
    [[nodiscard]] bool canPlayFreely() const noexcept { return static_cast<bool>(m_freePlayer); }
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    bool play(const lab::Experiment& experiment, const lab::Variant& variant, lab::Speed speed);
    bool playFreely(std::size_t masters, bool hasReplica);
    void make(lab::Move move);
    /// finished() with an error, or freePlayEnded(), follows.
    void stop();

Q_SIGNALS:
    void started(const std::vector<std::string>& urls);
    void seen(const std::shared_ptr<const lockkeeper::lab::Recording>& recording);
    void sceneSeen(const std::shared_ptr<const lockkeeper::lab::Scene>& scene);
    void finished(const std::shared_ptr<const lockkeeper::ui::LabResult>& result);
    void freePlayEnded(const std::shared_ptr<const lockkeeper::ui::LabResult>& result);

private:
    class Moves;
    template <class Seen>
    [[nodiscard]] std::function<void(Seen)> onThisThread(
        void (LabRunner::*signal)(const std::shared_ptr<const Seen>&));
    void tellStarted(const std::vector<std::string>& urls);

    lab::Player m_player;
    lab::FreePlayer m_freePlayer;
    bool m_isRunning = false;
    std::stop_source m_stop;
    std::shared_ptr<Moves> m_moves;
    TaskQueue m_queue;
};

} // namespace lockkeeper::ui
