// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/wait_picture.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QRectF>

namespace lockkeeper::ui {

/// Places of a WaitPicture's parts, in pixels.
struct WaitLayout {
    struct Arrow {
        QPainterPath line;
        QPainterPath head;
        QRectF label; ///< null: no room
    };
    static constexpr double kPadding = 8; ///< around the three lines of a box

    std::vector<QRectF> boxes; ///< by node
    std::vector<Arrow> arrows; ///< by edge
};

/// Labels touch no box, label, or other edge's arrow.
[[nodiscard]] WaitLayout layOut(const WaitPicture& picture, const QFontMetricsF& font);

/// Who, and how long: "12 s, +2" with two more.
[[nodiscard]] QStringList labelLines(const WaitPicture::Waiting& waiting);

} // namespace lockkeeper::ui
