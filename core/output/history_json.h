// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/trends.h"
#include "core/output/json_writer.h"

namespace lockkeeper::output {

// For `lockctl history`.
void writeIntervals(JsonWriter& out, const std::vector<history::Interval>& intervals);
void writeTraffic(JsonWriter& out, const std::vector<history::Traffic>& traffic);
void writeTimeline(JsonWriter& out, const Resource& resource, const history::Timeline& timeline,
    const std::optional<history::UsualHold>& usual,
    const std::optional<history::HandOverTimes>& handOvers);
void writeTrends(JsonWriter& out, const history::Trends& trends);

} // namespace lockkeeper::output
