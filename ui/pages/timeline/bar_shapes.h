// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/timeline_spans.h"
#include "ui/look/palette.h"

#include <QRectF>
#include <optional>

class QPainter;

namespace lockkeeper::ui {

/// The tone of an ownership by how it ended; nullopt: it is still held.
[[nodiscard]] Tone toneOf(const std::optional<history::End>& end);

/// Draws the bar of one ownership into `bar`. Its right end has a shape of its own for each way to
/// end, and its left end is dashed if its start was not seen.
void drawBar(QPainter& painter, const QRectF& bar, const history::Ownership& ownership,
    const QPalette& palette);
/// Draws several ownerships that are too short to be drawn apart: a column as high as the share of
/// the time that is held.
void drawMerged(QPainter& painter, const QRectF& bar, double share, const QPalette& palette);

/// Draws until when a lease that was lost may have been worked under: over the bars of others.
void drawLostLease(QPainter& painter, const QRectF& bar, const QPalette& palette);
/// Draws that somebody waited: hatched.
void drawWait(QPainter& painter, const QRectF& bar, const QPalette& palette);

} // namespace lockkeeper::ui
