// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployments_text.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::config {
namespace {

constexpr std::string_view kBegin = "[[deployment]]";

Deployment withoutPasswords(Deployment deployment)
{
    for (MasterConfig& master : deployment.masters) {
        master.url.password = {};
        for (redis::Url& seed : master.clusterSeeds)
            seed.password = {};
        if (!master.sentinel)
            continue;
        for (redis::Url& sentinel : master.sentinel->sentinels)
            sentinel.password = {};
    }
    return deployment;
}

std::string withNewlines(std::string text, std::string_view newline)
{
    for (std::size_t at = 0; newline != "\n" && (at = text.find('\n', at)) != std::string::npos;
         at += newline.size())
        text.replace(at, 1, newline);
    return text;
}

} // namespace

Result<std::string> withDeployment(
    std::string_view text, const Deployment& deployment, const FormatNames& builtinFormats)
{
    ParsedDeployments before = parseDeployments(text, "file", builtinFormats);
    if (!before.errors.empty())
        return tl::make_unexpected(before.errors.front());
    if (std::ranges::find(before.deployments, deployment.name, &Deployment::name)
        != before.deployments.end())
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("there is a deployment '$0' already; choose another name", "data"),
                displaySafe(deployment.name)));
    before.deployments.push_back(withoutPasswords(deployment));
    auto section = formatDeployments({before.deployments.back()});
    if (!section)
        return section;
    const std::string_view newline = text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
    std::string result(text);
    if (!result.empty() && !result.ends_with('\n'))
        result += newline;
    if (!result.empty())
        result += newline;
    // A new file keeps formatDeployments()' comment.
    const std::size_t from = text.empty() ? 0 : section->find(kBegin);
    result += withNewlines(section->substr(from), newline);
    // Proves that nothing else has changed.
    const ParsedDeployments after = parseDeployments(result, "new file", builtinFormats);
    const auto expected = formatDeployments(before.deployments);
    const auto written = formatDeployments(after.deployments);
    if (!after.errors.empty() || !expected || !written || *expected != *written)
        return fail(ErrorClass::InvalidArgument,
            trNoop("a deployment can't be appended to how the file is written; add it by hand",
                "data"));
    return result;
}

} // namespace lockkeeper::config
