// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/name_check.h"

#include "core/observe/notes/note.h"
#include "core/observe/reading/adaptive_batch.h"
#include "core/redis/reply_parser.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::observe {

using std::chrono::milliseconds;

CommandBudget NameCheck::rereadBudget(milliseconds interval, std::size_t commandsPerSecond)
{
    constexpr double kCommands = 600;
    constexpr double kShortest = 0.1; // seconds
    constexpr double kLeast = 10; // enough for a key that takes several commands
    using Seconds = std::chrono::duration<double>;
    double perSecond = kCommands / std::max(Seconds(interval).count(), kShortest);
    if (commandsPerSecond != 0)
        perSecond = std::min(perSecond, static_cast<double>(commandsPerSecond) / 2);
    return {perSecond, std::max(kLeast, 2 * perSecond)};
}

NameCheck::NameCheck(
    Access access, Options options, std::function<void(std::vector<std::string>)> onFound)
    : m_access(access)
    , m_options(std::move(options))
    , m_onFound(std::move(onFound))
    , m_budget(rereadBudget(m_options.rereadAfter, m_options.commandsPerSecond))
{ }

void NameCheck::cancel()
{
    m_request.restart();
}

void NameCheck::startOver()
{
    m_pattern = 0;
    m_cursor = {};
    m_scans = 0;
}

void NameCheck::next(milliseconds timeout)
{
    if (m_cursor.isAtStart() && m_pattern == 0)
        m_access.board.beginSweep(m_access.index);
    const auto& patterns = m_options.patterns;
    const std::string pattern = patterns.empty() ? "*" : patterns[m_pattern];
    m_access.transport.send(
        {"SCAN", m_cursor.text(), "MATCH", pattern, "COUNT", std::to_string(m_options.scanCount)},
        timeout, m_request.guard([this](const Result<redis::Reply>& reply) { onNames(reply); }));
}

void NameCheck::onNames(const Result<redis::Reply>& reply)
{
    if (!reply && redis::isTooLarge(reply.error()))
        m_options.scanCount = std::max<std::size_t>(m_options.scanCount / 2, 1);
    ++m_scans;
    if (!reply || !m_cursor.advance(*reply))
        return;
    std::vector<std::string> found;
    std::vector<Old> old;
    const SteadyTime oldest = m_access.clock.now() - m_options.rereadAfter;
    const std::span<const redis::Reply> names = reply->elements[1].elements;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i % KnownKeys::kMostExpected == 0)
            m_access.board.keys().expect(names.subspan(i));
        const std::string& name = names[i].text;
        if (isNoteKey(name))
            continue;
        if (!redis::isTooLarge(names[i]) && !m_access.board.markSeen(m_access.index, name))
            found.push_back(name);
        const auto read = m_access.board.keys().lastRead(m_access.index, name);
        if (read && read->at <= oldest)
            old.push_back({*read, &name});
    }
    const std::size_t patterns = std::max<std::size_t>(m_options.patterns.size(), 1);
    if (m_cursor.isAtStart() && ++m_pattern == patterns) {
        m_pattern = 0;
        m_scans = 0;
        auto missing = m_access.board.takeNotSeen(m_access.index);
        std::ranges::move(missing, std::back_inserter(found));
    }
    addOldest(std::move(old), found);
    m_onFound(std::move(found));
}

void NameCheck::addOldest(std::vector<Old> old, std::vector<std::string>& keys)
{
    m_budget.earn(m_access.clock.now());
    if (m_access.transport.status().latency.value_or(kSlowPipeline) >= kSlowPipeline)
        return;
    std::ranges::sort(old, {}, [](const Old& one) { return one.read.at; });
    for (const Old& one : old) {
        if (!m_budget.trySpend(one.read.commands))
            return;
        keys.push_back(*one.key);
    }
}

} // namespace lockkeeper::observe
