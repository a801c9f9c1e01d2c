// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockkeeper::ui {

class EmptyState;

enum class Recorder { ThisHost, AgentsHost };

void tellNothingRecorded(EmptyState& empty, Recorder recorder);

} // namespace lockkeeper::ui
