// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/feed.h"

namespace lockkeeper::ctl {

/// The board for one window: who sends it, then everything, then each update. See
/// core/agent/board_wire.h. A window that falls behind so far that the log has forgotten its next
/// update gets everything again.
class AgentFeed final : public Feed {
public:
    /// Goes on behind the update whose identifier is `lastEventId`, if this store's log still has
    /// what follows. `store` must outlive the feed.
    AgentFeed(BoardStore& store, std::string_view lastEventId);

    [[nodiscard]] std::vector<SharedText> next() override;
    [[nodiscard]] int wakeUp() override { return m_listener.event().descriptor(); }

private:
    [[nodiscard]] std::vector<SharedText> wholeBoard();

    BoardStore& m_store;
    EventLog::Listener m_listener;
    bool m_isGreeted = false;
    std::optional<std::uint64_t> m_last; ///< the window's latest update; nullopt: it has none
};

} // namespace lockkeeper::ctl
