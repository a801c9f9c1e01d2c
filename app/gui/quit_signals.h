// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace lockkeeper::gui {

/// Turns SIGINT and SIGTERM into a Qt signal, so that leases are released and a sandbox is ended
/// before the program is. One object at a time.
class QuitSignals final : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);
    /// The signals do again what they did before.
    ~QuitSignals() override;

Q_SIGNALS:
    void received();

private:
    void read();

    QSocketNotifier* m_notifier = nullptr;
};

} // namespace lockkeeper::gui
