// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/smallest_user.h"

#include "core/text/display_safe.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::string_view kCommands
    = " +scan +getrange +mget +pttl +type +hscan +sscan +zrange +lrange +ping +role +info +time"
      " +client|setname +client|id +client|tracking +subscribe"
      " +pubsub|channels +pubsub|numsub";

std::string userOf(const config::Deployment& deployment)
{
    const bool isNamed
        = !deployment.masters.empty() && !deployment.masters.front().url.user.empty();
    return isNamed ? deployment.masters.front().url.user : "lockkeeper";
}

} // namespace

Result<std::string> smallestUserLine(const config::Deployment& deployment)
{
    const std::string user = userOf(deployment);
    std::string line = "ACL SETUSER " + user + " on >PASSWORD resetchannels";
    for (const std::string& pattern : deployment.patterns) {
        if (!isRedisCliWord(pattern))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("the pattern '$0' has a blank, quote, backslash or other "
                                        "character that needs care in an ACL rule: write the rule "
                                        "by hand",
                                     "data"),
                    displaySafe(pattern)));
        line.append(" ~").append(pattern);
    }
    if (!isRedisCliWord(user))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("the user's name '$0' can't stand in an ACL rule as it is", "data"),
                displaySafe(user)));
    line.append(deployment.patterns.empty()
            ? " ~*"
            : " ~redisson_lock_queue:* ~redisson_lock_timeout:* ~lockkeeper:note*");
    line.append(" &__redis__:invalidate -@all").append(kCommands);
    if (deployment.patterns.empty())
        line.append(" +dbsize");
    const auto isCluster
        = [](const config::MasterConfig& master) { return !master.clusterSeeds.empty(); };
    if (std::ranges::any_of(deployment.masters, isCluster))
        line.append(" +cluster|slots");
    const auto hasDatabase
        = [](const config::MasterConfig& master) { return master.url.database != 0; };
    if (std::ranges::any_of(deployment.masters, hasDatabase))
        line.append(" +select");
    return line;
}

} // namespace lockkeeper::observe
