// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <QObject>
#include <optional>

namespace lockkeeper::ui {

/// Permission to change a deployment: a read-only one needs the user's, for a limited time.
class ChangePermission final : public QObject {
    Q_OBJECT
public:
    ChangePermission(bool isReadOnly, const Clock& clock, QObject* parent = nullptr);

    [[nodiscard]] bool isNeeded() const noexcept { return m_isNeeded; }
    [[nodiscard]] bool isAllowed() const noexcept { return !m_isNeeded || m_end.has_value(); }
    /// Forbids permission for good. `why` includes the cure.
    void refuse(const QString& why) { m_refusal = why; }
    [[nodiscard]] const QString& refusal() const noexcept { return m_refusal; }
    [[nodiscard]] bool isOffered() const { return m_isNeeded && m_refusal.isEmpty(); }
    /// nullopt unless allowed for a limited time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const;

public Q_SLOTS:
    void allowFor(std::chrono::milliseconds time);
    void end();
    void tick();

Q_SIGNALS:
    void changed(bool isAllowed);

private:
    bool m_isNeeded;
    QString m_refusal;
    const Clock& m_clock;
    std::optional<SteadyTime> m_end;
};

} // namespace lockkeeper::ui
