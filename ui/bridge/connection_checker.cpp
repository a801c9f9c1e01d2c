// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/connection_checker.h"

namespace lockkeeper::ui {

ConnectionChecker::ConnectionChecker(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{ }

ConnectionChecker::~ConnectionChecker() = default;

void ConnectionChecker::start(const config::Deployment& deployment)
{
    stop();
    // On the check's thread, which ends before this object.
    const auto onStep = [this, number = m_number](const check::StepReport& report) {
        const auto deliver = [this, number, report] {
            if (number == m_number)
                Q_EMIT stepReported(report);
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    };
    const auto onFinished = [this, number = m_number](const check::KeySample& sample) {
        const auto deliver = [this, number, sample] {
            if (number != m_number)
                return;
            stop();
            Q_EMIT finished(sample);
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    };
    m_check = std::make_unique<check::ConnectionCheck>(
        deployment, m_clock, check::ConnectionCheck::Handlers{onStep, onFinished});
}

void ConnectionChecker::stop()
{
    ++m_number;
    m_check.reset();
}

} // namespace lockkeeper::ui
