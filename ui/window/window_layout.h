// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStatusBar;

namespace lockkeeper::ui {

/// The parts of a window's central widget.
struct WindowParts {
    QWidget& header; ///< above all
    QWidget& navigation; ///< beside the pages
    QWidget& pages;
    QWidget& notices; ///< below all
};
/// The central widget with these parts, which it owns from now on. The caller owns it.
[[nodiscard]] QWidget* layOut(const WindowParts& parts);

/// Fills the status bar with a line, and with what stands at its right. It owns them from now on.
void layOut(QStatusBar& bar, QWidget& line, std::initializer_list<QWidget*> right);

} // namespace lockkeeper::ui
