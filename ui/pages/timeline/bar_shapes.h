// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/timeline_spans.h"
#include "ui/look/palette.h"

#include <QRectF>
#include <optional>

class QPainter;

namespace lockkeeper::ui {

[[nodiscard]] Tone toneOf(const std::optional<history::End>& end);

/// The right end shows how it ended; an unseen start is dashed.
void drawBar(QPainter& painter, const QRectF& bar, const history::Ownership& ownership,
    const QPalette& palette);
/// Ownerships too short to separate: a column as high as `share`.
void drawMerged(QPainter& painter, const QRectF& bar, double share, const QPalette& palette);

void drawLostLease(QPainter& painter, const QRectF& bar, const QPalette& palette);
void drawWait(QPainter& painter, const QRectF& bar, const QPalette& palette);

} // namespace lockkeeper::ui
