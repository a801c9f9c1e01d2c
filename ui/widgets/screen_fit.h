// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QWidget>

namespace lockkeeper::ui {

inline QSize largestSize(const QWidget& window)
{
    constexpr QSize kFrame(20, 50);
    return window.screen()->availableGeometry().size() - kFrame;
}

inline void resizeOnScreen(QWidget& window, QSize wanted)
{
    window.resize(wanted.boundedTo(largestSize(window)));
}

/// The screen may have been larger.
inline void restoreOnScreen(QWidget& window, const QByteArray& geometry)
{
    window.restoreGeometry(geometry);
    if (!window.isMaximized() && !window.isFullScreen())
        resizeOnScreen(window, window.size());
}

} // namespace lockkeeper::ui
