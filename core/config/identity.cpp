// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/identity.h"

#include "core/config/ensemble.h"
#include "core/text/ascii.h"
#include "core/text/percent.h"

#include <absl/strings/str_join.h>
#include <set>

namespace lockkeeper::config {
namespace {

// Spaces and newlines separate parts.
std::string word(std::string_view bytes)
{
    return percentEncode(bytes, [](char c) { return c > 0x20 && c < 0x7f && c != '%'; });
}

} // namespace

std::string placeOf(const redis::Url& url)
{
    if (url.kind == redis::Url::Kind::Unix)
        return word(url.path);
    std::string place = toAsciiLower(url.host);
    if (place.find(':') != std::string::npos) // IPv6
        place = "[" + place + "]";
    return place.append(":").append(std::to_string(url.port));
}

namespace {

std::string placesOf(const std::vector<redis::Url>& urls)
{
    std::set<std::string> places;
    for (const redis::Url& url : urls)
        places.insert(placeOf(url));
    return absl::StrJoin(places, ",");
}

std::string voterLine(const MasterConfig& master)
{
    std::string line;
    if (master.ensemble)
        line.append(master.ensemble->scheme)
            .append(" ")
            .append(placesOf(serversOf(master)))
            .append(word(master.ensemble->root));
    else if (master.sentinel)
        line.append("sentinel ")
            .append(word(master.sentinel->name))
            .append(" at ")
            .append(placesOf(master.sentinel->sentinels));
    else if (!master.clusterSeeds.empty())
        line.append("cluster ").append(placesOf(master.clusterSeeds));
    else
        line = placeOf(master.url);
    if (master.url.database != 0)
        line.append(" database ").append(std::to_string(master.url.database));
    return line.append("\n");
}

} // namespace

std::string identityOf(const Deployment& deployment)
{
    if (deployment.isSandbox)
        return "sandbox\n";
    std::set<std::string> lines;
    for (const MasterConfig& master : deployment.masters)
        lines.insert(voterLine(master));
    return absl::StrJoin(lines, "");
}

} // namespace lockkeeper::config
