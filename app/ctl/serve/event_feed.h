// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/log_feed.h"

namespace lockkeeper::ctl {

/// The events for one client, as server-sent events: the whole board first, then each change.
class EventFeed final : public LogFeed {
public:
    /// `store` must outlive the feed.
    EventFeed(BoardStore& store, std::string_view lastEventId);

private:
    [[nodiscard]] BoardText board() override { return m_store.board(); }
    [[nodiscard]] std::vector<SharedText> framed(BoardText board) override;

    BoardStore& m_store;
};

} // namespace lockkeeper::ctl
