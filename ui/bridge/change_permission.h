// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <QObject>
#include <optional>

namespace lockkeeper::ui {

/// Whether the window may change anything on its deployment. On a read-only deployment it may not,
/// until the user allows it for a limited time.
///
/// `clock` must outlive this object. GUI thread only.
class ChangePermission final : public QObject {
    Q_OBJECT
public:
    /// `isReadOnly`: that of the deployment.
    ChangePermission(bool isReadOnly, const Clock& clock, QObject* parent = nullptr);

    /// False if nothing has to be asked for: the deployment is not read-only.
    [[nodiscard]] bool isNeeded() const noexcept { return m_isNeeded; }
    [[nodiscard]] bool isAllowed() const noexcept { return !m_isNeeded || m_end.has_value(); }
    /// Permission is never given: `why`, with what to do instead.
    void refuse(const QString& why) { m_refusal = why; }
    /// Why permission is never given; empty: the user may give it.
    [[nodiscard]] const QString& refusal() const noexcept { return m_refusal; }
    [[nodiscard]] bool isOffered() const { return m_isNeeded && m_refusal.isEmpty(); }
    /// The time until changes end; nullopt unless they are allowed for a limited time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const;

public Q_SLOTS:
    /// Allows changes for this time from now, also if they are allowed already. Does nothing if no
    /// permission is needed, or if it is never given.
    void allowFor(std::chrono::milliseconds time);
    /// Ends the permission. Does nothing if there is none.
    void end();
    /// Call it regularly. Ends the permission when its time is over.
    void tick();

Q_SIGNALS:
    /// isAllowed() has changed.
    void changed(bool isAllowed);

private:
    bool m_isNeeded;
    QString m_refusal;
    const Clock& m_clock;
    std::optional<SteadyTime> m_end;
};

} // namespace lockkeeper::ui
