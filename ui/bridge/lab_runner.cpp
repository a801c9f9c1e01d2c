// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lab_runner.h"

namespace lockkeeper::ui {

LabRunner::LabRunner(lab::Player player, QObject* parent)
    : QObject(parent)
    , m_player(std::move(player))
{ }

LabRunner::~LabRunner()
{
    stop();
}

bool LabRunner::play(
    const lab::Experiment& experiment, const lab::Variant& variant, lab::Speed speed)
{
    if (m_isRunning || !canPlay())
        return false;
    m_isRunning = true;
    m_stop = std::stop_source();
    const auto show = [this](lab::Recording recording) {
        QMetaObject::invokeMethod(
            this, [this, seen = std::make_shared<const lab::Recording>(std::move(recording))] {
                Q_EMIT this->seen(seen);
            });
    };
    m_queue.run(
        this,
        [player = m_player, experiment, variant, speed, show, stop = m_stop.get_token()] {
            auto result = std::make_shared<LabResult>();
            auto played = player(
                experiment, variant, {.speed = speed, .onLook = show, .isCancelled = [stop] {
                                          return stop.stop_requested();
                                      }});
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

} // namespace lockkeeper::ui
