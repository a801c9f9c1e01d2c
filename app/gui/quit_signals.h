// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace lockkeeper::gui {

/// Turns SIGINT and SIGTERM into a Qt signal, so that the program can release its leases and end
/// its sandbox before it ends. At most one object may exist at a time. GUI thread only.
class QuitSignals final : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);
    /// Restores the default actions of SIGINT and SIGTERM.
    ~QuitSignals() override;

Q_SIGNALS:
    /// SIGINT or SIGTERM arrived. Emitted on the GUI thread.
    void received();

private:
    void read();

    QSocketNotifier* m_notifier = nullptr;
};

} // namespace lockkeeper::gui
