// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/event_feed.h"

#include <charconv>

namespace lockkeeper::ctl {
namespace {

SharedText sharedText(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

} // namespace

std::optional<std::uint64_t> eventIn(
    std::string_view lastEventId, const std::string& run, const EventLog& log)
{
    const std::string ours = run + "-";
    if (!lastEventId.starts_with(ours))
        return std::nullopt;
    lastEventId.remove_prefix(ours.size());
    const char* const end = lastEventId.data() + lastEventId.size();
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(lastEventId.data(), end, number);
    const bool isOurs = stop == end && error == std::errc() && number <= log.latest();
    return isOurs ? std::optional(number) : std::nullopt;
}

EventFeed::EventFeed(BoardStore& store, std::string_view lastEventId)
    : m_store(store)
    , m_listener(store.events())
    , m_last(eventIn(lastEventId, store.run(), store.events()))
{ }

std::vector<SharedText> EventFeed::next()
{
    // First, so that what is appended from here on raises it again.
    m_listener.event().clear();
    if (!m_last)
        return wholeBoard();
    const auto text = m_store.events().after(*m_last);
    if (!text)
        return wholeBoard();
    if (!*text)
        return {};
    ++*m_last;
    return {*text};
}

std::vector<SharedText> EventFeed::wholeBoard()
{
    const BoardText board = m_store.board();
    // The text may be older than what the client has. A newer one is made after the next event.
    if (!board.text || (m_last && board.event <= *m_last))
        return {};
    m_last = board.event;
    return {sharedText("event: board\nid: " + m_store.run() + "-" + std::to_string(board.event)
                + "\ndata: "),
        board.text, sharedText("\n")};
}

} // namespace lockkeeper::ctl
