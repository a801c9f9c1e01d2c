// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/connection_check.h"

#include <QObject>

namespace lockkeeper::ui {

/// Runs one connection check at a time.
class ConnectionChecker final : public QObject {
    Q_OBJECT
public:
    explicit ConnectionChecker(const Clock& clock, QObject* parent = nullptr);
    ~ConnectionChecker() override;

    [[nodiscard]] bool isRunning() const noexcept { return m_check != nullptr; }

public Q_SLOTS:
    void start(const lockkeeper::config::Deployment& deployment);
    void stop();

Q_SIGNALS:
    void stepReported(const lockkeeper::check::StepReport& report);
    void finished(const lockkeeper::check::KeySample& sample);

private:
    const Clock& m_clock;
    int m_number = 0; ///< reports of earlier checks are dropped
    std::unique_ptr<check::ConnectionCheck> m_check;
};

} // namespace lockkeeper::ui
