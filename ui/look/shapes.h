// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"
#include "ui/models/base/roles.h"

#include <QRectF>

class QPainter;

namespace lockkeeper::ui {

/// The sign of a lock: one for each verdict, and others for a held lock with a problem.
enum class LockShape { Held, Stale, Deadlock, Minority, Split, Unknown, Free };

/// `urgency`: see UrgencyRole.
[[nodiscard]] LockShape lockShape(observe::Verdict verdict, int urgency);
[[nodiscard]] Tone lockTone(observe::Verdict verdict, int urgency);
[[nodiscard]] Tone toneOf(VoteMark mark);

/// Draw into `square`. The shapes can be told apart without their colours.
void drawShape(QPainter& painter, const QRectF& square, LockShape shape, const QColor& colour);
void drawMark(QPainter& painter, const QRectF& square, VoteMark mark, const QColor& colour);

} // namespace lockkeeper::ui
