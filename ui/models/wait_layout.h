// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/wait_picture.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QRectF>

namespace lockkeeper::ui {

/// Where everything of a WaitPicture is drawn, in pixels. A value.
struct WaitLayout {
    struct Arrow {
        QPainterPath line;
        QPainterPath head;
        QRectF label; ///< for who waits how long; null: there is no room
    };
    static constexpr double kPadding = 8; ///< around the three lines of a box

    std::vector<QRectF> boxes; ///< by node
    std::vector<Arrow> arrows; ///< by edge
};

/// No label touches a box, another label, or the arrow of another edge. Pure.
[[nodiscard]] WaitLayout layOut(const WaitPicture& picture, const QFontMetricsF& font);

/// The lines of a label: who waits, and how long. "12 s, +2": two more wait there.
[[nodiscard]] QStringList labelLines(const WaitPicture::Waiting& waiting);

} // namespace lockkeeper::ui
