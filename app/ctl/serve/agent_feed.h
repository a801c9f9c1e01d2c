// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/log_feed.h"

namespace lockkeeper::ctl {

/// The board for one window: who sends it, then everything, then each update. See
/// core/agent/board_wire.h.
class AgentFeed final : public LogFeed {
public:
    /// `store` must outlive the feed.
    AgentFeed(BoardStore& store, std::string_view lastEventId);

    [[nodiscard]] std::vector<SharedText> next() override;

private:
    [[nodiscard]] BoardText board() override { return m_store.agentBoard(); }
    [[nodiscard]] std::vector<SharedText> framed(BoardText board) override;

    BoardStore& m_store;
    bool m_isGreeted = false;
};

} // namespace lockkeeper::ctl
