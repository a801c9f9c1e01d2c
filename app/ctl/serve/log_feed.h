// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/feed.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// The whole board for one client, then each text of a log. A client that falls behind so far that
/// the log has forgotten its next text gets the whole board again. Used by one thread at a time.
class LogFeed : public Feed {
public:
    /// Goes on behind the text whose identifier is `lastEventId`, if it is of this `run` and the
    /// log still has what follows. `log` must outlive the feed.
    LogFeed(EventLog& log, const std::string& run, std::string_view lastEventId);

    [[nodiscard]] std::vector<SharedText> next() override;
    [[nodiscard]] int wakeUp() override { return m_listener.event().descriptor(); }

private:
    [[nodiscard]] virtual BoardText board() = 0;
    /// What is sent of a board that has a text.
    [[nodiscard]] virtual std::vector<SharedText> framed(BoardText board) = 0;
    [[nodiscard]] std::vector<SharedText> wholeBoard();

    EventLog& m_log;
    EventLog::Listener m_listener;
    std::optional<std::uint64_t> m_last; ///< the client's latest; nullopt: it has none
};

} // namespace lockkeeper::ctl
