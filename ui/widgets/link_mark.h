// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/transport.h"

#include <QIcon>
#include <QPainter>
#include <QPalette>

namespace lockkeeper::ui {

/// Disc (up), dotted ring (connecting), ring with a bar (silent), cross (down), square with a bar
/// (refused).
void paintLinkMark(
    QPainter& painter, const QRectF& rect, redis::LinkState state, const QPalette& palette);

[[nodiscard]] QIcon linkMarkIcon(redis::LinkState state, const QPalette& palette);

} // namespace lockkeeper::ui
