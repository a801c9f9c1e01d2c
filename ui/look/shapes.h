// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"
#include "ui/models/roles.h"

#include <QRectF>

class QPainter;

namespace lockkeeper::ui {

/// What kind of lock a verdict cell stands for: a verdict, or a held lock with evidence.
enum class LockShape { Held, Stale, Minority, Split, Unknown, Free };

[[nodiscard]] LockShape lockShape(observe::Verdict verdict, bool isStale);
[[nodiscard]] Tone toneOf(LockShape shape);
[[nodiscard]] Tone toneOf(VoteMark mark);

/// Draw into a square. Each shape is told from the others without its colour.
void drawShape(QPainter& painter, const QRectF& square, LockShape shape, const QColor& colour);
void drawMark(QPainter& painter, const QRectF& square, VoteMark mark, const QColor& colour);

} // namespace lockkeeper::ui
