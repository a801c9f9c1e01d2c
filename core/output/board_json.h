// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/output/json_writer.h"

#include <vector>

namespace lockkeeper::output {

/// The present by both clocks, for a whole output.
struct OutputTime {
    SteadyTime steady;
    WallTime wall;

    [[nodiscard]] static OutputTime read();
    [[nodiscard]] std::int64_t unixTime(SteadyTime past) const;
};

// JSON objects for `list`, `watch` and `show` of lockctl.
void writeHolder(JsonWriter& out, const observe::Holder& holder);
/// The member "session", for an ensemble's node.
void writeSession(JsonWriter& out, const std::optional<observe::HolderSession>& session);
/// Null if the note is unreadable.
void writeNoteFields(JsonWriter& out, const observe::Note& note, const OutputTime& present);
void writeMaster(JsonWriter& out, const observe::MasterStatus& master);
void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present);
/// `renewals`: if known better than from `entry`.
void writeLockFields(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present,
    std::optional<unsigned> renewals = std::nullopt);

/// Can't be an argument, or is not valid UTF-8: text does not determine the bytes.
[[nodiscard]] bool needsBase64(const Resource& resource) noexcept;
/// The members from "id" to "quarantined_until_unix_ms".
void writeMasterLink(JsonWriter& out, const observe::MasterStatus& master);
/// Adds "resource_b64" if needsBase64().
void writeResource(JsonWriter& out, const Resource& resource);

void writeOtherKeys(JsonWriter& out, const observe::BoardUpdate& board);
/// `sink`: see writeBoard().
void writeBoardFields(JsonWriter& out, const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks,
    const OutputTime& present, const TextSink& sink);

/// Writes `list --json` in pieces, one in memory at a time. Blocks while `sink` does.
void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::output
