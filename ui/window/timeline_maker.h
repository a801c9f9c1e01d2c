// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types.h"

#include <QWidget>
#include <functional>

namespace lockkeeper::ui {

class LocksPage;
class Session;

/// The page with the history of a session's deployment, with its source. `parent` owns both;
/// `session` must outlive them. `showLock`: the user wants to see that lock.
[[nodiscard]] QWidget* makeTimeline(
    Session& session, std::function<void(const Resource&)> showLock, QWidget* parent);

/// Adds the past of the selected lock to the page's detail pane, with its source. The page owns
/// both; `session` must outlive it.
void addLockPast(Session& session, LocksPage& page);

/// The page with the trends of that history, likewise.
[[nodiscard]] QWidget* makeTrends(
    Session& session, std::function<void(const Resource&)> showLock, QWidget* parent);

} // namespace lockkeeper::ui
