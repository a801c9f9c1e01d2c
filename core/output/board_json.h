// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "core/output/json_writer.h"

#include <vector>

namespace lockkeeper::output {

/// The present time by both clocks. All ages and times in one output refer to it.
struct OutputTime {
    SteadyTime steady;
    WallTime wall;

    /// Reads both clocks.
    [[nodiscard]] static OutputTime read();
    /// A past moment as Unix time in milliseconds, according to the wall clock's present setting.
    [[nodiscard]] std::int64_t unixTime(SteadyTime past) const;
};

// JSON objects as the documented output of lockctl's `list`, `watch` and `show` has them.
void writeHolder(JsonWriter& out, const observe::Holder& holder);
/// Adds the field "session" for a node of an ensemble; otherwise nothing.
void writeSession(JsonWriter& out, const std::optional<observe::HolderSession>& session);
/// The object of a note; its fields are null if it can't be read.
void writeNoteFields(JsonWriter& out, const observe::Note& note, const OutputTime& present);
void writeMaster(JsonWriter& out, const observe::MasterStatus& master);
void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present);
/// Appends the fields of writeLock(). `renewals`: how many there were, if more is known than the
/// entry says.
void writeLockFields(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present,
    std::optional<unsigned> renewals = std::nullopt);

/// True if a name can't be an argument of a command, or is not valid UTF-8: its text alone does not
/// tell its bytes.
[[nodiscard]] bool needsBase64(const Resource& resource) noexcept;
/// Appends the fields "id", "url", "state" and "latency_ms".
void writeMasterLink(JsonWriter& out, const observe::MasterStatus& master);
/// Appends the field "resource", and "resource_b64" if the name needsBase64().
void writeResource(JsonWriter& out, const Resource& resource);

/// Appends the fields "possible_keys" and "other_keys".
void writeOtherKeys(JsonWriter& out, const observe::BoardUpdate& board);
/// Appends the fields of `list --json`, from "deployment" to "other_keys". Passes the text on like
/// writeBoard().
void writeBoardFields(JsonWriter& out, const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks,
    const OutputTime& present, const TextSink& sink);

/// Writes the output of `list --json`: one line. It is passed to `sink` in pieces, so that only one
/// piece is in memory at a time. Blocks as long as `sink` does.
void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::output
