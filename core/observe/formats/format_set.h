// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// Names the format of all keys that match, where name and value alone leave it open.
struct FormatHint {
    std::string keys; ///< a glob, see redis::globMatches()
    std::string format; ///< "redis-py" ..., or the name of an OwnFormat
};

/// What a value pattern has caught, as the server sent it; nullopt: nothing is told of that.
struct ValueFields {
    std::optional<std::string> host;
    std::optional<std::string> pid;
    std::optional<std::string> thread;
    std::optional<std::string> app;
    std::optional<std::string> since; ///< a Unix time
};

/// A format that a user has described.
struct OwnFormat {
    /// The fields if the text is as this format has it, nullopt if not. Gets texts of strangers, at
    /// most KeyReading::kMaxValue bytes long: has to bound its time itself. Thread-safe.
    using ReadText = std::function<std::optional<ValueFields>(std::string_view text)>;

    std::string name;
    std::string keys; ///< a glob, see redis::globMatches()
    ValueType type = ValueType::String;
    ReadText readText{}; ///< of a string, or of each field, member or element; empty: any will do
    std::chrono::milliseconds sinceUnit{1}; ///< what `since` counts
};

/// The formats of a deployment, in the order in which they are tried: what hints say, the user's
/// own, the built-in ones. A hinted format takes its keys whatever their names and TTLs, and leaves
/// no alternatives; where the value is not one of it, the others are tried. Of several hints for a
/// key the first counts. InvalidArgument with one line: a hint for no known format, or a name or
/// glob that is missing or taken.
[[nodiscard]] Result<Formats> formatSet(
    const std::vector<FormatHint>& hints, const std::vector<OwnFormat>& own);

/// What a hint may name besides OwnFormats, and an OwnFormat may not be called: all built-in
/// formats.
[[nodiscard]] std::vector<std::string> formatNames();

} // namespace lockkeeper::observe
