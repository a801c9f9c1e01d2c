// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/output/json_writer.h"

namespace lockkeeper::output {

/// A field (RFC 4180) of safe text. Unless it begins with a letter or digit of any script, a
/// leading apostrophe stops spreadsheets from reading a formula.
[[nodiscard]] std::string csvField(std::string text);

/// With the line's end.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

/// Writes `lockctl export` piece by piece. Blocks while `sink` does.
void writeCsv(const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::output
