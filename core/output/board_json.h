// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/output/json_writer.h"

#include <vector>

namespace lockkeeper::output {

/// The present by both clocks; one serves a whole output.
struct OutputTime {
    SteadyTime steady;
    WallTime wall;

    [[nodiscard]] static OutputTime read();
    [[nodiscard]] std::int64_t unixTime(SteadyTime past) const;
};

// JSON for `list`, `watch` and `show` of lockctl.
/// `isShared`: one of several holders, with "member".
void writeHolder(JsonWriter& out, const observe::Holder& holder, bool isShared = false);
void writeSession(JsonWriter& out, const std::optional<observe::HolderSession>& session);
void writeNoteFields(JsonWriter& out, const observe::Note& note, const OutputTime& present);
void writeMaster(JsonWriter& out, const observe::MasterStatus& master);
void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present);
/// `renewals`: if known better than from `entry`.
void writeLockFields(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present,
    std::optional<unsigned> renewals = std::nullopt);

/// It can't be an argument, or its text does not determine its bytes.
[[nodiscard]] bool needsBase64(const Resource& resource) noexcept;
void writeMasterLink(JsonWriter& out, const observe::MasterStatus& master);
void writeResource(JsonWriter& out, const Resource& resource);

void writeOtherKeys(JsonWriter& out, const observe::BoardUpdate& board);
void writeBoardFields(JsonWriter& out, const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks,
    const OutputTime& present, const TextSink& sink);

/// Writes `list --json` piece by piece. Blocks while `sink` does.
void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::output
