// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>

namespace lockkeeper::ui {

/// A message in plain text.
struct Notification {
    QString title;
    QString text;
    bool isUrgent = false;
    std::function<void()> onOpened{}; ///< on a click; may be empty
};

/// Interface of desktop notifications.
class Notifier {
public:
    Notifier() = default;
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;
    virtual ~Notifier() = default;

    /// Returns at once. Ignores failures: the window shows the message.
    virtual void notify(const Notification& notification) = 0;
};

} // namespace lockkeeper::ui
