// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/agent_feed.h"

#include <utility>

namespace lockkeeper::ctl {

AgentFeed::AgentFeed(BoardStore& store, std::string_view lastEventId)
    : m_store(store)
    , m_listener(store.agentUpdates())
    , m_last(eventIn(lastEventId, store.run(), store.agentUpdates()))
{ }

std::vector<SharedText> AgentFeed::next()
{
    // First, so that what is appended from here on raises it again.
    m_listener.event().clear();
    // Now, because the window takes its clock's distance from it.
    if (!std::exchange(m_isGreeted, true))
        return {m_store.agentHello()};
    if (!m_last)
        return wholeBoard();
    const auto text = m_store.agentUpdates().after(*m_last);
    if (!text)
        return wholeBoard();
    if (!*text)
        return {};
    ++*m_last;
    return {*text};
}

std::vector<SharedText> AgentFeed::wholeBoard()
{
    BoardText board = m_store.agentBoard();
    // The text may be older than what the window has. A newer one is made after the next update.
    if (!board.text || (m_last && board.event <= *m_last))
        return {};
    m_last = board.event;
    return {std::move(board.text)};
}

} // namespace lockkeeper::ctl
