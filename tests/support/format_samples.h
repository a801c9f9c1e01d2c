// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/format.h"

#include <string>
#include <vector>

namespace lockkeeper::test {

/// A key as one library writes it.
struct FormatSample {
    std::string name; ///< name of the sample
    std::string format; ///< the format that must recognise it
    observe::KeyReading reading;
    std::vector<std::string> later{}; ///< formats that would recognise it if `format` did not exist
};

/// The time at which the samples were taken: 2026-11-21 12:00:00 UTC.
inline constexpr WallTime kSamplesTaken{std::chrono::seconds(1'795'262'400)};

/// The built-in formats of libraries: all but those of locks that nobody in particular writes.
[[nodiscard]] observe::Formats libraryFormats();

/// At least one sample of each built-in format, byte for byte. Samples named "by LIBRARY VERSION"
/// were written to a test server by that version; the others follow the libraries' sources.
[[nodiscard]] std::vector<FormatSample> formatSamples();

} // namespace lockkeeper::test
