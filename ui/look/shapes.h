// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"
#include "ui/models/base/roles.h"

#include <QRectF>

class QPainter;

namespace lockkeeper::ui {

/// The shape of a verdict cell: one for each verdict, and Stale for a held lock with evidence that
/// it is stale.
enum class LockShape { Held, Stale, Minority, Split, Unknown, Free };

/// The shape of a verdict. `isStale` matters for held locks only.
[[nodiscard]] LockShape lockShape(observe::Verdict verdict, bool isStale);
[[nodiscard]] Tone toneOf(LockShape shape);
[[nodiscard]] Tone toneOf(VoteMark mark);

/// Draw into `square`. The shapes can be told apart without their colours.
void drawShape(QPainter& painter, const QRectF& square, LockShape shape, const QColor& colour);
void drawMark(QPainter& painter, const QRectF& square, VoteMark mark, const QColor& colour);

} // namespace lockkeeper::ui
