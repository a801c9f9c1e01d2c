// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/trends.h"
#include "core/output/json_writer.h"

namespace lockkeeper::output {

// JSON values as the documented output of `lockctl history` has them.
/// Appends the field "intervals".
void writeIntervals(JsonWriter& out, const std::vector<history::Interval>& intervals);
/// Appends the field "resources".
void writeTraffic(JsonWriter& out, const std::vector<history::Traffic>& traffic);
void writeTimeline(JsonWriter& out, const Resource& resource, const history::Timeline& timeline,
    const std::optional<history::UsualHold>& usual,
    const std::optional<history::HandOverTimes>& handOvers);
/// Appends the fields of `--trends`.
void writeTrends(JsonWriter& out, const history::Trends& trends);

} // namespace lockkeeper::output
