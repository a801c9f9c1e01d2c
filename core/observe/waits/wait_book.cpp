// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_book.h"

#include "core/observe/board/sweep_marks.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// Nobody waits for longer: its clock is wrong, or it does not tell the truth.
constexpr std::chrono::hours kLongestWait{24 * 30};

bool isBelievable(WallTime since, WallTime seen)
{
    return since <= seen && since >= seen - kLongestWait;
}

} // namespace

void WaitBook::note(
    std::size_t master, const Asked& asked, const std::vector<std::string>& channels)
{
    constexpr std::size_t kMost = 10'000;
    const std::uint64_t answer = ++m_answers;
    for (const std::string& channel : channels) {
        auto found = m_waiters.find(channel);
        if (found == m_waiters.end()) {
            auto announced
                = m_waiters.size() < kMost ? lock::parseWaitChannel(channel) : std::nullopt;
            if (!announced)
                continue;
            found = m_waiters.emplace(channel, Record()).first;
            if (!isBelievable(announced->since, asked.wallReceived))
                announced->since = asked.wallReceived;
            found->second.waiter = {std::move(*announced), asked.received, asked.sent};
        }
        Record& record = found->second;
        // An id is used for one wait only: it lasted in between.
        record.waiter.from = std::min(record.waiter.from, asked.received);
        record.waiter.until = std::max(record.waiter.until, asked.sent);
        record.masters |= masterBit(master);
        record.answer = answer;
    }
    removeUnnamed(master, answer);
}

void WaitBook::forget(std::size_t master)
{
    removeUnnamed(master, ++m_answers);
    m_library.forget(master);
}

void WaitBook::removeUnnamed(std::size_t master, std::uint64_t answer)
{
    for (auto& [channel, record] : m_waiters) {
        if (record.answer != answer)
            record.masters &= ~masterBit(master);
    }
    std::erase_if(m_waiters, [](const auto& entry) { return entry.second.masters == 0; });
}

std::vector<Waiter> WaitBook::waiters() const
{
    std::vector<Waiter> waiters;
    waiters.reserve(m_waiters.size());
    for (const auto& [channel, record] : m_waiters)
        waiters.push_back(record.waiter);
    m_library.appendTo(waiters);
    std::ranges::stable_sort(
        waiters, {}, [](const Waiter& waiter) { return waiter.announced.since; });
    return waiters;
}

} // namespace lockkeeper::observe
