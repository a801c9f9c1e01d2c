// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/json_writer.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

#include <vector>

namespace lockkeeper::ctl {

/// One moment by both clocks, to which all ages and times of an output refer.
struct Present {
    SteadyTime steady;
    WallTime wall;

    [[nodiscard]] static Present read();
    /// A past moment in milliseconds of Unix time, by the wall clock as it is now.
    [[nodiscard]] std::int64_t unixTime(SteadyTime past) const;
};

[[nodiscard]] Json holderJson(const observe::Holder& holder);
[[nodiscard]] Json masterJson(const observe::MasterStatus& master);
[[nodiscard]] Json lockJson(const observe::LockEntry& entry);

/// The same as lockJson() has it.
void writeLock(JsonWriter& out, const observe::LockEntry& entry, const Present& present);

/// Adds "resource", and "resource_b64" if the name is not valid UTF-8.
void writeResource(JsonWriter& out, const Resource& resource);

/// What `list --json` prints: one line, handed to `sink` piece by piece, so that only one piece is
/// in memory. Blocks as `sink` does.
void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::ctl
