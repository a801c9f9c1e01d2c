// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>

namespace lockkeeper::ui {

/// One message for the desktop. Plain text.
struct Notification {
    QString title;
    QString text;
    bool isUrgent = false;
    std::function<void()> onOpened{}; ///< called if the user clicks it; may be empty
};

/// Interface of desktop notifications, so that tests can look at them.
class Notifier {
public:
    Notifier() = default;
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;
    virtual ~Notifier() = default;

    /// Shows the message if the desktop can. Returns at once; what fails is dropped, for the window
    /// shows the message, too.
    virtual void notify(const Notification& notification) = 0;
};

} // namespace lockkeeper::ui
