// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/master_vote.h"
#include "core/observe/formats/holder.h"
#include "core/output/json_writer.h"
#include "core/release/report.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace lockkeeper::ctl {

/// JSON with keys in the order of insertion, which is the documented order.
using Json = nlohmann::ordered_json;

/// The JSON as one line of ASCII, without a newline.
[[nodiscard]] std::string asText(const Json& json);

/// What `write` writes, as a Json.
template <class Write> [[nodiscard]] Json written(Write&& write)
{
    output::JsonWriter out;
    write(out);
    return Json::parse(out.text());
}

/// Bytes as a JSON string: valid UTF-8 unchanged, anything else as displaySafe() escapes it
/// (`\xNN`).
[[nodiscard]] Json textJson(std::string_view bytes);

/// The error's text, passed through displaySafe(); null without an error.
[[nodiscard]] Json errorJson(const std::optional<Error>& error);

[[nodiscard]] Json holderJson(const observe::Holder& holder);

/// Adds the field "resource", and "resource_b64" if the name output::needsBase64().
void addResource(Json& object, const Resource& resource);

[[nodiscard]] Json votesJson(const std::vector<lock::MasterVote>& votes);
[[nodiscard]] Json outcomesJson(const release::Report& report);

/// The JSON as one line of ASCII, with a newline.
[[nodiscard]] std::string asLine(const Json& json);

} // namespace lockkeeper::ctl
