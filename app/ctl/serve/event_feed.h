// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/feed.h"

#include <optional>
#include <string_view>

namespace lockkeeper::ctl {

/// The events for one client, as server-sent events: the whole board first, then each change. A
/// client that falls behind so far that the log has forgotten its next event gets the whole board
/// again. Used by one thread at a time.
class EventFeed final : public Feed {
public:
    /// Goes on behind the event whose identifier is `lastEventId`, if this store's log still has
    /// what follows. `store` must outlive the feed.
    EventFeed(BoardStore& store, std::string_view lastEventId);

    [[nodiscard]] std::vector<SharedText> next() override;
    [[nodiscard]] int wakeUp() override { return m_listener.event().descriptor(); }

private:
    [[nodiscard]] std::vector<SharedText> wholeBoard();

    BoardStore& m_store;
    EventLog::Listener m_listener;
    std::optional<std::uint64_t> m_last; ///< the client's latest event; nullopt: it has none
};

} // namespace lockkeeper::ctl
