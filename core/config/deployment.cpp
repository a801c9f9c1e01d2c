// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/deployment.h"

#include "core/config/ensemble.h"
#include "core/config/quorum.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <set>

namespace lockkeeper::config {

MasterId masterIdFor(std::size_t index)
{
    if (index < 26)
        return MasterId(std::string(1, static_cast<char>('a' + index)));
    return MasterId(std::string("m").append(std::to_string(index + 1)));
}

std::string MasterConfig::label() const
{
    const redis::Url& named
        = sentinel && !sentinel->sentinels.empty() ? sentinel->sentinels.front() : url;
    std::string text = named.redacted();
    if (ensemble)
        text = ensembleUrl(*ensemble, text);
    else if (sentinel)
        text.replace(0, text.find(':'), "sentinel").append("/").append(sentinel->name);
    else if (!clusterSeeds.empty())
        text.replace(0, text.find(':'), "cluster");
    return text;
}

const Ensemble* Deployment::otherStore() const noexcept
{
    return masters.empty() || !masters.front().ensemble ? nullptr : &*masters.front().ensemble;
}

std::size_t Deployment::quorum() const noexcept
{
    return quorumOf(masters.size());
}

Result<Deployment> deploymentFromUrls(std::string name, const std::vector<std::string>& urls)
{
    if (urls.empty())
        return fail(ErrorClass::InvalidArgument,
            trNoop("no master is named; add --master URL or --sandbox", "data"));
    if (urls.size() > kMostMasters)
        return fail(ErrorClass::InvalidArgument,
            trNoop("more than 64 masters are named; 5 are plenty", "data"));
    Deployment deployment;
    deployment.name = std::move(name);
    deployment.deploymentClass = DeploymentClass::Unclassified;
    deployment.isReadOnly = false;
    std::set<std::string> seen;
    for (const std::string& text : urls) {
        auto voter = voterFromUrl(text);
        if (!voter && urls.size() > 1)
            voter.error().text = absl::Substitute(trNoop("master $0 of $1: $2", "data"),
                &text - urls.data() + 1, urls.size(), voter.error().text);
        if (!voter)
            return tl::make_unexpected(std::move(voter.error()));
        if (!seen.insert(voter->label()).second)
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(
                    trNoop("$0 is named twice; one server has one vote", "data"), voter->label()));
        if (voter->ensemble && urls.size() > 1)
            return fail(ErrorClass::InvalidArgument, kAlone);
        voter->id = masterIdFor(deployment.masters.size());
        deployment.masters.push_back(std::move(*voter));
    }
    return deployment;
}

} // namespace lockkeeper::config
