// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockkeeper::ui {

class EmptyState;

/// Who records the history that a page shows.
enum class Recorder { ThisHost, AgentsHost };

/// Says that the history is empty, and what to do.
void tellNothingRecorded(EmptyState& empty, Recorder recorder);

} // namespace lockkeeper::ui
