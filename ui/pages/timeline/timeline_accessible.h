// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockkeeper::ui {

class TimelineView;

/// Lets screen readers read a TimelineView: a list with an element for each row, whose name says
/// who holds the resource, or all about the ownership that is selected. Call it once before any
/// view is made; further calls do nothing.
void makeTimelineAccessible();

/// Tells screen readers that another row, or something else in it, is selected now.
void announceRow(TimelineView& view);

} // namespace lockkeeper::ui
