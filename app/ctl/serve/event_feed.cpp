// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/event_feed.h"

namespace lockkeeper::ctl {
namespace {

SharedText sharedText(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

} // namespace

EventFeed::EventFeed(BoardStore& store, std::string_view lastEventId)
    : LogFeed(store.events(), store.run(), lastEventId)
    , m_store(store)
{ }

std::vector<SharedText> EventFeed::framed(BoardText board)
{
    return {sharedText("event: board\nid: " + m_store.run() + "-" + std::to_string(board.event)
                + "\ndata: "),
        std::move(board.text), sharedText("\n")};
}

} // namespace lockkeeper::ctl
