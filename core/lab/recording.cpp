// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording.h"

#include <algorithm>

namespace lockkeeper::lab {
namespace {

std::vector<char> waitingIn(const Recording& seen)
{
    std::vector<char> waiting;
    for (const Sent& sent : seen.sent) {
        const bool hasWon = std::ranges::any_of(seen.beliefs, [&](const Belief& belief) {
            return belief.who == sent.who && belief.lock == sent.lock && belief.from >= sent.at;
        });
        if (sent.isTaking && !hasWon && std::ranges::find(waiting, sent.who) == waiting.end())
            waiting.push_back(sent.who);
    }
    return waiting;
}

} // namespace

Recording until(const Recording& recording, SteadyTime time)
{
    if (time >= recording.end)
        return recording;
    Recording seen = recording;
    seen.end = std::max(time, recording.start);
    const auto isLater = [&](SteadyTime at) { return at > seen.end; };
    std::erase_if(seen.steps, [&](const Reached& one) { return isLater(one.at); });
    std::erase_if(seen.beliefs, [&](const Belief& one) { return isLater(one.from); });
    std::erase_if(seen.stored, [&](const Stored& one) { return isLater(one.from); });
    std::erase_if(seen.sent, [&](const Sent& one) { return isLater(one.at); });
    std::erase_if(seen.reads, [&](const Read& one) { return isLater(one.at); });
    std::erase_if(seen.sales, [&](const Sale& one) { return isLater(one.at); });
    std::erase_if(seen.gaveUp, [&](const GaveUp& one) { return isLater(one.at); });
    for (Stored& one : seen.stored) {
        if (one.to && isLater(*one.to))
            one.to.reset();
    }
    for (Sent& one : seen.sent) {
        if (one.passedAt && isLater(*one.passedAt))
            one.passedAt.reset();
        if (one.answeredAt && isLater(*one.answeredAt)) {
            one.answeredAt.reset();
            one.isYes = false;
        }
    }
    seen.dead.clear(); // only the end shows who is stuck
    seen.waiting = waitingIn(seen);
    return seen;
}

} // namespace lockkeeper::lab
