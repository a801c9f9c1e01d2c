// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sentinel/sentinel_watch.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// What Sentinels answer and push: an address is whole, or there is none.
namespace lockkeeper::fuzz {
namespace {

void checkAddress(const std::optional<redis::NodeAddress>& address)
{
    if (!address)
        return;
    check(!address->host.empty() && address->port != 0, "an address is whole");
    checkDisplayable(address->text());
}

void run(std::string_view input)
{
    for (const redis::Reply& reply : repliesIn(input)) {
        checkAddress(redis::masterIn(reply));
        const auto moved = redis::switchedMasterIn(reply, "orders");
        checkAddress(moved);
        if (moved) {
            check(reply.elements[2].text.starts_with("orders "),
                "another group's master is not ours");
            check(moved->host.find(' ') == std::string::npos, "a host is one word");
        }
    }
}

const Target kTarget("sentinel", run);

} // namespace
} // namespace lockkeeper::fuzz
