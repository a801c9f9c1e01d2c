// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/reading/key_reading.h"

#include <string>
#include <vector>

namespace lockkeeper::test {

/// One key as a library writes it.
struct FormatSample {
    std::string name; ///< of the sample
    std::string format; ///< the first that has to recognise it
    observe::KeyReading reading;
    std::vector<std::string> later{}; ///< others that would, if the first were not there
};

/// When the samples were taken: 2026-11-21 12:00:00 UTC.
inline constexpr WallTime kSamplesTaken{std::chrono::seconds(1'795'262'400)};

/// At least one of each built-in format, byte by byte. Those "by" a version were written by that
/// version to a Redis server of ours; the others follow the libraries' sources.
[[nodiscard]] std::vector<FormatSample> formatSamples();

} // namespace lockkeeper::test
