// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/json_writer.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <vector>

namespace lockkeeper::ctl {

/// The present time by both clocks. All ages and times in one output refer to it.
struct OutputTime {
    SteadyTime steady;
    WallTime wall;

    /// Reads both clocks.
    [[nodiscard]] static OutputTime read();
    /// A past moment as Unix time in milliseconds, according to the wall clock's present setting.
    [[nodiscard]] std::int64_t unixTime(SteadyTime past) const;
};

// JSON objects as the documented output of `list`, `watch` and `show` has them.
[[nodiscard]] Json holderJson(const observe::Holder& holder);
[[nodiscard]] Json masterJson(const observe::MasterStatus& master);
[[nodiscard]] Json lockJson(const observe::LockEntry& entry);

/// Appends the object of lockJson().
void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present);

/// Appends the field "resource", and "resource_b64" if the name is not valid UTF-8, or not
/// isTypable().
void writeResource(JsonWriter& out, const Resource& resource);

/// Writes the output of `list --json`: one line. It is passed to `sink` in pieces, so that only one
/// piece is in memory at a time. Blocks as long as `sink` does.
void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::ctl
