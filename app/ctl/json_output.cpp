// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/json_output.h"

#include "app/ctl/words.h"
#include "core/text/display_safe.h"

#include <absl/strings/escaping.h>

namespace lockkeeper::ctl {
Json textJson(std::string_view bytes)
{
    if (isValidUtf8(bytes))
        return std::string(bytes);
    return displaySafe(bytes, bytes.size() * 8);
}

Json errorJson(const std::optional<Error>& error)
{
    return error ? Json(displaySafe(error->text)) : Json(nullptr);
}

void addResource(Json& object, const Resource& resource)
{
    object["resource"] = textJson(resource.value());
    if (!isTypable(resource) || !isValidUtf8(resource.value()))
        object["resource_b64"] = absl::Base64Escape(resource.value());
}

Json votesJson(const std::vector<lock::MasterVote>& votes)
{
    Json list = Json::array();
    for (const lock::MasterVote& vote : votes) {
        list.push_back({{"master", vote.master.value()}, {"state", voteWord(vote.state)},
            {"error", errorJson(vote.error)}});
    }
    return list;
}

Json outcomesJson(const release::Report& report)
{
    Json list = Json::array();
    for (const release::MasterOutcome& outcome : report.outcomes) {
        list.push_back({{"master", outcome.master.value()},
            {"result", release::resultName(outcome.result)}, {"error", errorJson(outcome.error)}});
    }
    return list;
}

std::string asLine(const Json& json)
{
    return asText(json) + "\n";
}

} // namespace lockkeeper::ctl
