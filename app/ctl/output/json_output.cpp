// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/json_output.h"

#include "app/ctl/output/name_words.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"

#include <absl/strings/escaping.h>

namespace lockkeeper::ctl {

std::string asText(const Json& json)
{
    // ASCII only: names come from other programs, and the output may go to a terminal.
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Json textJson(std::string_view bytes)
{
    if (isValidUtf8(bytes))
        return std::string(bytes);
    return displaySafe(bytes, bytes.size() * 8);
}

Json errorJson(const std::optional<Error>& error)
{
    return error ? Json(displaySafe(error->text, 1024)) : Json(nullptr);
}

void addResource(Json& object, const Resource& resource)
{
    object["resource"] = textJson(resource.value());
    if (output::needsBase64(resource))
        object["resource_b64"] = absl::Base64Escape(resource.value());
}

Json holderJson(const observe::Holder& holder)
{
    return written([&](auto& out) { output::writeHolder(out, holder); });
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
        list.push_back({{"master", outcome.master.value()}, {"result", nameOf(outcome.result)},
            {"error", errorJson(outcome.error)}});
    }
    return list;
}

std::string asLine(const Json& json)
{
    return asText(json) + "\n";
}

} // namespace lockkeeper::ctl
