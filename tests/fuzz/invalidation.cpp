// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/invalidation.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// What is pushed to a connection that listens: a message on our channel is keys or a flush, never
// both, and no other channel's message is either.
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
    for (const redis::Reply& push : repliesIn(input)) {
        const auto told = redis::invalidationIn(push);
        if (!told)
            continue;
        check(push.elements.at(1).text == redis::kInvalidations, "it is our channel's");
        check(!told->isFlush || told->keys.empty(), "a flush names no keys");
        check(told->isFlush == push.elements.at(2).isNil(), "a flush is told by nil");
        check(told->keys.size() == push.elements.at(2).elements.size(), "no key is lost");
        for (const redis::Reply& key : told->keys)
            checkDisplayable(key.text);
    }
}

const Target kTarget("invalidation", run);

} // namespace
} // namespace lockkeeper::fuzz
