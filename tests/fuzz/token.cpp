// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/token.h"
#include "core/text/percent.h"
#include "tests/fuzz/target.h"

// A token that can be taken apart is, put together again, the same, but for fields of later
// versions: nothing else passes for ours.
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
    const auto parts = lock::parseToken(input);
    if (!parts)
        return;
    check(parts->owner.pid >= 0, "a pid is not negative");
    std::string text = "lk1:";
    text.append(percentEncodeField(parts->owner.host)).append(":");
    text.append(std::to_string(parts->owner.pid)).append(":");
    text.append(percentEncodeField(parts->owner.app)).append(":");
    text.append(std::to_string(sinceEpoch(parts->acquired).count())).append(":");
    check(input.starts_with(text), "a token begins with its parts");
    // Fields that this version does not know may follow.
    const std::string_view rest = input.substr(text.size());
    check(rest.ends_with(parts->random), "a token ends with its random part");
    const std::string_view named = rest.substr(0, rest.size() - parts->random.size());
    check(named.empty() || (named.ends_with(":") && named.front() >= 'a' && named.front() <= 'z'),
        "a named field begins with a small letter");
}

const Target kTarget("token", run);

} // namespace
} // namespace lockkeeper::fuzz
