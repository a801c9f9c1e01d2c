// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/referee.h"

#include "core/config/quorum.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace lockkeeper::lab {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTolerance{1};
/// A master's data shows a release within this time.
constexpr milliseconds kSeenWithin{15};

std::vector<Overlap> overlapsOf(std::vector<Belief> beliefs, SteadyTime end)
{
    for (Belief& belief : beliefs)
        belief.to = std::min(belief.to, end);
    std::ranges::stable_sort(beliefs, {}, &Belief::from);
    std::vector<Overlap> overlaps;
    for (std::size_t i = 0; i < beliefs.size(); ++i) {
        for (std::size_t j = i + 1; j < beliefs.size(); ++j) {
            const SteadyTime from = beliefs[j].from;
            const SteadyTime to = std::min(beliefs[i].to, beliefs[j].to);
            const bool isSame = beliefs[i].lock == beliefs[j].lock;
            if (isSame && beliefs[i].who != beliefs[j].who && to - from > kTolerance)
                overlaps.push_back({beliefs[i].who, beliefs[j].who, from, to});
        }
    }
    std::ranges::stable_sort(overlaps, {}, &Overlap::from);
    return overlaps;
}

/// An end time, so the lock does not last for ever.
bool isTime(const std::string& value)
{
    constexpr std::size_t kSeconds = 10;
    return value.size() >= kSeconds && std::ranges::all_of(value, isAsciiDigit);
}

bool isEndless(const Stored& stored, const Recording& recording)
{
    return !stored.to && !stored.ttl && !isTime(stored.value)
        && std::ranges::find(recording.dead, stored.who) != recording.dead.end();
}

bool isStuck(const Recording& recording, int lock, std::size_t masters)
{
    const bool isHeld = std::ranges::any_of(recording.beliefs,
        [&](const Belief& belief) { return belief.lock == lock && belief.to >= recording.end; });
    const auto endless = std::ranges::count_if(recording.stored,
        [&](const Stored& stored) { return stored.lock == lock && isEndless(stored, recording); });
    return !recording.waiting.empty() && !isHeld
        && static_cast<std::size_t>(endless) >= quorumOf(masters);
}

bool isStuck(const Recording& recording, std::size_t masters)
{
    for (int lock = 1; lock <= kMostLocks; ++lock) {
        if (isStuck(recording, lock, masters))
            return true;
    }
    return false;
}

bool holdsValue(const Stored& stored, const Sent& sent)
{
    return stored.value.find(sent.value) != std::string::npos;
}

} // namespace

char writerOf(const Stored& stored, const std::list<Sent>& sent)
{
    const auto isWriteBefore = [&](const Sent& command) {
        return command.master == stored.master && command.lock == stored.lock && !command.isFreeing
            && command.passedAt && *command.passedAt <= stored.from
            && (!command.answeredAt || command.isYes);
    };
    // A token names its writer; a repeated value is its last writer's.
    const auto isTokens = [&](const Sent& command) {
        return !command.value.empty() && holdsValue(stored, command);
    };
    const bool isTold = std::ranges::any_of(
        sent, [&](const Sent& one) { return isWriteBefore(one) && isTokens(one); });
    char who = 0;
    SteadyTime latest = SteadyTime::min();
    for (const Sent& command : sent) {
        if (isWriteBefore(command) && (!isTold || isTokens(command))
            && *command.passedAt >= latest) {
            who = command.who;
            latest = *command.passedAt;
        }
    }
    return who;
}

std::vector<WrongFree> wrongFrees(const Recording& recording)
{
    std::vector<WrongFree> found;
    for (const Sent& sent : recording.sent) {
        if (!sent.isFreeing || !sent.isYes || !sent.passedAt)
            continue;
        for (const Stored& stored : recording.stored) {
            const bool isComparedSame = sent.value.empty() || holdsValue(stored, sent);
            const bool isIt = isComparedSame && stored.master == sent.master
                && stored.lock == sent.lock && stored.to && stored.who != sent.who
                && stored.who != 0 && *stored.to >= *sent.passedAt
                && *stored.to <= *sent.passedAt + kSeenWithin;
            if (isIt)
                found.push_back({&sent, stored.who});
        }
    }
    return found;
}

milliseconds Ruling::overlapTime() const
{
    SteadyTime until = SteadyTime::min();
    SteadyTime::duration time{};
    for (const Overlap& overlap : overlaps) {
        const SteadyTime from = std::max(overlap.from, until);
        if (overlap.to > from)
            time += overlap.to - from;
        until = std::max(until, overlap.to);
    }
    return std::chrono::duration_cast<milliseconds>(time);
}

Ruling judge(Recording& recording, std::size_t masters)
{
    for (Stored& stored : recording.stored) {
        if (stored.who == 0)
            stored.who = writerOf(stored, recording.sent);
    }
    Ruling ruling{.overlaps
        = overlapsOf({recording.beliefs.begin(), recording.beliefs.end()}, recording.end)};
    for (const Sale& sale : recording.sales) {
        ruling.sold += sale.isRefused ? 0 : sale.amount;
        ruling.refused += sale.isRefused ? 1 : 0;
    }
    ruling.outcome = {.isTwo = !ruling.overlaps.empty(),
        .isStuck = isStuck(recording, masters),
        .sold = ruling.sold,
        .isWaiting = !recording.waiting.empty()};
    return ruling;
}

} // namespace lockkeeper::lab
