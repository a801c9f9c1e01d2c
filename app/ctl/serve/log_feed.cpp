// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/log_feed.h"

#include "core/text/number.h"

#include <utility>

namespace lockkeeper::ctl {
namespace {

/// The number in a `Last-Event-ID` if it is of this run, and if there has been such an event.
std::optional<std::uint64_t> eventIn(
    std::string_view lastEventId, const std::string& run, const EventLog& log)
{
    const std::string ours = run + "-";
    if (!lastEventId.starts_with(ours))
        return std::nullopt;
    lastEventId.remove_prefix(ours.size());
    const auto number = numberIn<std::uint64_t>(lastEventId);
    return number && *number <= log.latest() ? number : std::nullopt;
}

} // namespace

LogFeed::LogFeed(EventLog& log, const std::string& run, std::string_view lastEventId)
    : m_log(log)
    , m_listener(log)
    , m_last(eventIn(lastEventId, run, log))
{ }

std::vector<SharedText> LogFeed::next()
{
    // First, so that what is appended from here on raises it again.
    m_listener.event().clear();
    if (!m_last)
        return wholeBoard();
    const auto text = m_log.after(*m_last);
    if (!text)
        return wholeBoard();
    if (!*text)
        return {};
    ++*m_last;
    return {*text};
}

std::vector<SharedText> LogFeed::wholeBoard()
{
    BoardText whole = board();
    // The text may be older than what the client has. A newer one is made after the next event.
    if (!whole.text || (m_last && whole.event <= *m_last))
        return {};
    m_last = whole.event;
    return framed(std::move(whole));
}

} // namespace lockkeeper::ctl
