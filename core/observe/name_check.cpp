// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/name_check.h"

#include "core/redis/reply_parser.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// A master with a longer latency is asked only for what is necessary.
constexpr milliseconds kSlow{100};

} // namespace

NameCheck::NameCheck(
    Access access, Options options, std::function<void(std::vector<std::string>)> onFound)
    : m_access(access)
    , m_options(std::move(options))
    , m_onFound(std::move(onFound))
    , m_budget(m_options.rereadAfter, m_options.commandsPerSecond)
    , m_isAwaited(std::make_shared<bool>(true))
{ }

NameCheck::~NameCheck()
{
    *m_isAwaited = false;
}

void NameCheck::cancel()
{
    *m_isAwaited = false;
    m_isAwaited = std::make_shared<bool>(true);
}

void NameCheck::next(milliseconds timeout)
{
    if (m_cursor == "0" && m_pattern == 0)
        m_access.board.beginSweep(m_access.index);
    const auto& patterns = m_options.patterns;
    const std::string pattern = patterns.empty() ? "*" : patterns[m_pattern];
    m_access.transport.send(
        {"SCAN", m_cursor, "MATCH", pattern, "COUNT", std::to_string(m_options.scanCount)}, timeout,
        [this, isAwaited = m_isAwaited](const Result<redis::Reply>& reply) {
            if (*isAwaited)
                onNames(reply);
        });
}

void NameCheck::onNames(const Result<redis::Reply>& reply)
{
    if (!reply && redis::isTooLarge(reply.error()))
        m_options.scanCount = std::max<std::size_t>(m_options.scanCount / 2, 1);
    if (!reply || reply->elements.size() != 2)
        return;
    std::vector<std::string> found;
    const std::span<const redis::Reply> names = reply->elements[1].elements;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i % Board::kMostExpected == 0)
            m_access.board.expect(names.subspan(i));
        if (!redis::isTooLarge(names[i]) && !m_access.board.markSeen(m_access.index, names[i].text))
            found.push_back(names[i].text);
    }
    m_cursor = reply->elements[0].text;
    const std::size_t patterns = std::max<std::size_t>(m_options.patterns.size(), 1);
    if (m_cursor == "0" && ++m_pattern == patterns) {
        m_pattern = 0;
        auto missing = m_access.board.takeNotSeen(m_access.index);
        std::ranges::move(missing, std::back_inserter(found));
    }
    addOldest(names, found);
    m_onFound(std::move(found));
}

/// Of these names, adds those with the oldest readings.
void NameCheck::addOldest(std::span<const redis::Reply> names, std::vector<std::string>& keys)
{
    const SteadyTime now = m_access.clock.now();
    m_budget.earn(now);
    if (m_access.transport.status().latency.value_or(kSlow) >= kSlow)
        return;
    struct Old {
        Board::LastRead read;
        const std::string* key;
    };
    std::vector<Old> old;
    for (const redis::Reply& name : names) {
        const auto read = m_access.board.lastRead(m_access.index, name.text);
        if (read && read->at + m_options.rereadAfter <= now)
            old.push_back({*read, &name.text});
    }
    std::ranges::sort(old, {}, [](const Old& one) { return one.read.at; });
    for (const Old& one : old) {
        if (!m_budget.spend(one.read.commands))
            return;
        keys.push_back(*one.key);
    }
}

} // namespace lockkeeper::observe
