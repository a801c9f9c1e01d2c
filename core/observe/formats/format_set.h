// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/formats/format.h"
#include "core/result.h"

namespace lockkeeper::observe {

/// Names the format of all keys that match, where name and value are ambiguous.
struct FormatHint {
    std::string keys; ///< a glob, see redis::globMatches()
    std::string format; ///< "redis-py" ..., or the name of an OwnFormat
};

/// Parts of a value found by a value pattern, as the server sent them; nullopt: not contained in
/// it.
struct ValueFields {
    std::optional<std::string> host;
    std::optional<std::string> pid;
    std::optional<std::string> thread;
    std::optional<std::string> app;
    std::optional<std::string> since; ///< a Unix time
};

/// A format described by a user.
struct OwnFormat {
    /// Returns the fields if the text has this format, else nullopt. Receives foreign text of at
    /// most KeyReading::kMaxValue bytes: must limit its own time. Thread-safe.
    using ReadText = std::function<std::optional<ValueFields>(std::string_view text)>;

    std::string name;
    std::string keys; ///< a glob, see redis::globMatches()
    ValueType type = ValueType::String;
    /// Applied to a string, or to each field, member or element; empty: any text fits.
    ReadText readText{};
    std::chrono::milliseconds sinceUnit{1}; ///< unit of `since`
};

/// The formats of a deployment, in the order in which they are tried: hinted formats, the user's
/// own, the built-in ones. A hinted format is used for its keys whatever their names and TTLs, and
/// without alternatives; if the value does not have that format, the others are tried. The first
/// hint that matches a key counts. InvalidArgument with one line for a hint to an unknown format,
/// and for a name or glob that is missing or taken.
[[nodiscard]] Result<Formats> formatSet(
    const std::vector<FormatHint>& hints, const std::vector<OwnFormat>& own);

/// Names of all built-in formats. A hint may use them, besides the names of OwnFormats; an
/// OwnFormat must not.
[[nodiscard]] std::vector<std::string> formatNames();

} // namespace lockkeeper::observe
