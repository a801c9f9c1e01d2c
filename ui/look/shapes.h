// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"
#include "ui/models/base/roles.h"

#include <QRectF>

class QPainter;

namespace lockkeeper::ui {

using words::LockShape;

[[nodiscard]] Tone toneOf(VoteMark mark);

/// They fill `square`, and differ without colours too.
void drawShape(QPainter& painter, const QRectF& square, LockShape shape, const QColor& colour);
void drawMark(QPainter& painter, const QRectF& square, VoteMark mark, const QColor& colour);

} // namespace lockkeeper::ui
