// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockkeeper::ui {

class Session;
class TimelinePage;

/// The page with the history of a session's deployment, with its source. `parent` owns both;
/// `session` must outlive them.
[[nodiscard]] TimelinePage* makeTimeline(Session& session, QWidget* parent);

} // namespace lockkeeper::ui
