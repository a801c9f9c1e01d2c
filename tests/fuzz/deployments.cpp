// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deployments_text.h"
#include "core/observe/formats/format_set.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// A deployments file, whatever is in it: each fault is one line, and what is right is written and
// read again as the same.
namespace lockkeeper::fuzz {
namespace {

using config::Deployment;
using config::MasterConfig;
using redis::Url;

bool isSame(const Url& a, const Url& b)
{
    return a.redacted() == b.redacted() && a.kind == b.kind && a.host == b.host && a.port == b.port
        && a.path == b.path && a.user == b.user && a.database == b.database && a.tls == b.tls;
}

bool isSame(const std::vector<Url>& a, const std::vector<Url>& b)
{
    return std::ranges::equal(a, b, [](const Url& x, const Url& y) { return isSame(x, y); });
}

bool isSame(const MasterConfig& a, const MasterConfig& b)
{
    if (a.sentinel.has_value() != b.sentinel.has_value())
        return false;
    if (a.sentinel
        && (a.sentinel->name != b.sentinel->name || a.sentinel->password != b.sentinel->password
            || !isSame(a.sentinel->sentinels, b.sentinel->sentinels)))
        return false;
    return a.id == b.id && isSame(a.url, b.url) && a.password == b.password
        && a.label() == b.label() && isSame(a.clusterSeeds, b.clusterSeeds);
}

bool isSame(const Deployment& a, const Deployment& b)
{
    return a.name == b.name && a.patterns == b.patterns && a.interval == b.interval
        && a.timeout == b.timeout && a.resweepInterval == b.resweepInterval
        && a.restartQuarantine == b.restartQuarantine && a.longestTtl == b.longestTtl
        && a.deploymentClass == b.deploymentClass && a.isReadOnly == b.isReadOnly
        && a.thresholds == b.thresholds && a.formatHints == b.formatHints && a.formats == b.formats
        && std::ranges::equal(a.masters, b.masters,
            [](const MasterConfig& x, const MasterConfig& y) { return isSame(x, y); });
}

void runWith(std::string_view input, const config::FormatNames& formats)
{
    const auto parsed = config::parseDeployments(input, "file", formats);
    for (const Error& error : parsed.errors)
        checkPrintable(error.text);
    if (parsed.deployments.empty())
        return;
    const auto text = config::formatDeployments(parsed.deployments);
    // An escape is longer than what it stands for, and no text in the file is longer than 4096.
    if (!text && input.size() > 1300)
        return;
    check(text.has_value(), "what was read can be written");
    const auto again = config::parseDeployments(*text, "file", formats);
    check(again.errors.empty(), "what was written has no faults");
    check(std::ranges::equal(parsed.deployments, again.deployments,
              [](const Deployment& a, const Deployment& b) { return isSame(a, b); }),
        "what was written says the same");
    check(config::formatDeployments(again.deployments) == *text, "it is written as before");
}

void run(std::string_view input)
{
    runWith(input, {});
    const config::FormatNames formats = observe::formatNames();
    runWith(input, formats);
    // What has passed is what the core can take.
    for (const Deployment& deployment :
        config::parseDeployments(input, "file", formats).deployments)
        check(
            observe::FormatSet::of(deployment).has_value(), "formats without a fault can be used");
}

const Target kTarget("deployments", run);

} // namespace
} // namespace lockkeeper::fuzz
