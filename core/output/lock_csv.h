// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/output/json_writer.h"

namespace lockkeeper::output {

/// A CSV field (RFC 4180). A leading apostrophe keeps spreadsheets from treating it as a formula,
/// whatever they take for an operator or skip before one: text that begins with a letter or a digit
/// of any script has none. The text must be safe to show.
[[nodiscard]] std::string csvField(std::string text);

/// A line of CSV fields with its line end.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

/// Writes a line of titles and one line per lock, in their order. They are passed to `sink` in
/// pieces, so that only one piece is in memory at a time. The columns are those of `lockctl
/// export`. Blocks as long as `sink` does.
void writeCsv(const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink);

} // namespace lockkeeper::output
