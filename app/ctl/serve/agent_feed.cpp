// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/agent_feed.h"

#include <utility>

namespace lockkeeper::ctl {

AgentFeed::AgentFeed(BoardStore& store, std::string_view lastEventId)
    : LogFeed(store.agentUpdates(), store.run(), lastEventId)
    , m_store(store)
{ }

std::vector<SharedText> AgentFeed::next()
{
    // Now, because the window takes its clock's distance from it.
    if (!std::exchange(m_isGreeted, true))
        return {m_store.agentHello()};
    return LogFeed::next();
}

std::vector<SharedText> AgentFeed::framed(BoardText board)
{
    return {std::move(board.text)};
}

} // namespace lockkeeper::ctl
