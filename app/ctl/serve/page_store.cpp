// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/page_store.h"

#include "core/text/translate.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::ctl {
namespace {

/// A page that reconnects sooner continues where it was.
constexpr std::chrono::minutes kPageReturns{1};

bool isOldAt(SteadyTime now, const observe::BoardUpdate& board)
{
    return std::ranges::any_of(board.masters,
        [now](const observe::MasterStatus& master) { return master.freshness.until < now; });
}

std::optional<SteadyTime> oldSince(
    const observe::LockEntry& entry, std::span<const observe::Freshness> masters, SteadyTime now)
{
    const SteadyTime fresh = observe::freshUntil(entry.votes, masters);
    return fresh < now ? std::optional(fresh) : std::nullopt;
}

} // namespace

PageStore::PageStore(config::Deployment deployment, Options options, const Clock& clock)
    : m_deployment(std::move(deployment))
    , m_options(std::move(options))
    , m_clock(clock)
    , m_views{View{catalogueOf(Language::English)}, View{catalogueOf(Language::SimplifiedChinese)}}
{ }

void PageStore::take(const observe::BoardUpdate& update)
{
    News news;
    const MutexLock lock(m_mutex);
    m_board = update;
    m_board.changed.clear();
    m_board.gone.clear();
    m_board.lost.clear();
    m_board.holds.clear();
    for (const observe::LockEntryPtr& entry : update.changed)
        takeEntry(entry, news);
    for (const Resource& resource : update.gone)
        takeGone(resource, news);
    noteAges(news);
    settle(news);
    m_hasBegun
        = m_hasBegun || std::ranges::all_of(update.masters, &observe::MasterStatus::isSettled);
    ++m_update;
    // Two limits, against flicker.
    const std::size_t most = m_areOnlyProblems ? kMostLocks / 10 * 9 : kMostLocks;
    if (std::exchange(m_areOnlyProblems, m_rows.size() > most) != m_areOnlyProblems) {
        for (View& view : m_views)
            view.events.skip(); // all get the whole board
        return;
    }
    publish(news);
}

void PageStore::takeEntry(const observe::LockEntryPtr& entry, News& news)
{
    Row& row = m_rows[entry->resource];
    const bool isNew = row.shown.entry == nullptr;
    row.shown.entry = entry;
    Deadlines deadlines(*entry);
    if (isNew || row.revision != entry->revision || row.deadlines.areMoved(deadlines)) {
        row.revision = entry->revision;
        row.deadlines = std::move(deadlines);
        news.rows.insert(entry->resource);
    }
    const bool isUnknown = entry->countVotes().verdict == observe::Verdict::Unknown;
    m_unknown += static_cast<std::size_t>(isUnknown) - static_cast<std::size_t>(row.isUnknown);
    row.isUnknown = isUnknown;
    const int urgency = words::urgency(*entry);
    if (isNew) {
        row.shown.urgency = words::kNotUrgent;
        // It was there before us.
        row.urgencyAt = m_hasBegun ? m_clock.now() : SteadyTime{};
    } else if (urgency != row.latestUrgency) {
        row.urgencyAt = m_clock.now();
    }
    row.latestUrgency = urgency;
    m_unsettled.insert(entry->resource);
}

void PageStore::takeGone(const Resource& resource, News& news)
{
    const auto found = m_rows.find(resource);
    if (found == m_rows.end())
        return;
    m_problems.erase({found->second.shown.urgency, resource});
    m_unsettled.erase(resource);
    m_unknown -= static_cast<std::size_t>(found->second.isUnknown);
    m_rows.erase(found);
    news.rows.erase(resource);
    news.gone.push_back(resource);
}

/// Time alone makes votes old, without an update.
void PageStore::noteAges(News& news)
{
    const SteadyTime now = m_clock.now();
    const bool isOld = isOldAt(now, m_board);
    const bool wasOld = std::exchange(m_wasOld, isOld);
    if (!isOld && !wasOld)
        return;
    const auto masters = freshnessOf(m_board);
    for (auto& [resource, row] : m_rows) {
        const auto since = oldSince(*row.shown.entry, masters, now);
        if (since.has_value() != row.shown.oldSince.has_value())
            news.rows.insert(resource);
        row.shown.oldSince = since;
    }
}

void PageStore::settle(News& news)
{
    const SteadyTime now = m_clock.now();
    for (auto next = m_unsettled.begin(); next != m_unsettled.end();) {
        Row& row = m_rows.at(*next);
        const bool isDue = now - row.urgencyAt >= kSettle;
        if (isDue && row.shown.urgency != row.latestUrgency)
            news.rows.insert(*next);
        setUrgency(row, isDue ? row.latestUrgency : row.shown.urgency);
        next = isDue ? m_unsettled.erase(next) : std::next(next);
    }
}

void PageStore::setUrgency(Row& row, int urgency)
{
    const observe::LockEntry& entry = *row.shown.entry;
    m_problems.erase({row.shown.urgency, entry.resource});
    row.shown.urgency = urgency;
    if (urgency != words::kNotUrgent && words::speaksForItself(entry))
        m_problems.emplace(urgency, entry.resource);
}

bool PageStore::isShown(const Row& row) const
{
    return !m_areOnlyProblems || row.latestUrgency != words::kNotUrgent;
}

PageSummary PageStore::summary() const
{
    PageSummary summary{.deployment = m_deployment,
        .board = m_board,
        .locks = m_rows.size(),
        .unknown = m_unknown,
        .problems = m_problems.size(),
        .areOnlyProblems = m_areOnlyProblems};
    for (const Resource& young : m_unsettled) {
        if (m_rows.at(young).latestUrgency != words::kNotUrgent)
            summary.isChecking = true;
    }
    for (const auto& [urgency, resource] : m_problems) {
        if (summary.first.size() == kMostFirst)
            break;
        summary.first.push_back(m_rows.at(resource).shown.entry);
    }
    return summary;
}

void PageStore::publish(const News& news)
{
    const SteadyTime now = m_clock.now();
    if (news.rows.empty() && news.gone.empty() && now - m_lastEvent < kHeartbeat)
        return;
    m_lastEvent = now;
    for (View& view : m_views) {
        if (view.events.hasListeners())
            view.listenedAt = now;
        if (view.listenedAt == SteadyTime::min() || now - view.listenedAt > kPageReturns)
            view.events.skip();
        else
            view.events.append(eventOf(news, view, view.events.latest() + 1));
    }
}

SharedText PageStore::eventOf(const News& news, const View& view, std::uint64_t number) const
{
    output::JsonWriter out;
    const InLanguage language(view.catalogue);
    const StoppedClock clock(m_clock);
    out.openObject();
    writePageSummary(out, summary(), clock);
    out.key("rows").openArray();
    for (const Resource& resource : news.rows) {
        if (const Row& row = m_rows.at(resource); isShown(row))
            writePageRow(out, row.shown, clock);
    }
    out.closeArray();
    out.key("gone").openArray();
    for (const Resource& resource : news.gone)
        out.value(pageIdOf(resource));
    if (m_areOnlyProblems) {
        for (const Resource& resource : news.rows) {
            if (!isShown(m_rows.at(resource)))
                out.value(pageIdOf(resource));
        }
    }
    out.closeArray();
    out.closeObject();
    return std::make_shared<const std::string>("event: change\nid: " + m_options.run + "-"
        + std::to_string(number) + "\ndata: " + out.text() + "\n\n");
}

BoardText PageStore::board(Language language)
{
    std::uint64_t update = 0;
    {
        const MutexLock lock(m_mutex);
        update = m_update;
    }
    View& view = viewOf(language);
    return update == 0 ? BoardText{} : view.text.get(update, [&] { return makeBoard(view); });
}

TextCache::Made PageStore::makeBoard(const View& view)
{
    output::JsonWriter out;
    const InLanguage language(view.catalogue);
    const StoppedClock clock(m_clock);
    std::vector<PageRow> rows;
    TextCache::Made made;
    out.openObject();
    {
        const MutexLock lock(m_mutex);
        made.update = m_update;
        made.event = view.events.latest();
        writePageSummary(out, summary(), clock);
        rows.reserve(m_rows.size());
        for (const auto& [resource, row] : m_rows) {
            if (isShown(row) && rows.size() < kMostLocks)
                rows.push_back(row.shown);
        }
    }
    out.list("rows", rows, [&](const PageRow& row) { writePageRow(out, row, clock); });
    out.closeObject();
    made.text = out.text() + '\n';
    return made;
}

void PageStore::writeSummary(output::JsonWriter& out, Language language) const
{
    const InLanguage inLanguage(m_views[static_cast<std::size_t>(language)].catalogue);
    const MutexLock lock(m_mutex);
    if (m_update != 0)
        writePageSummary(out, summary(), StoppedClock(m_clock));
}

SharedText PageStore::lock(Language language, std::string_view id) const
{
    output::JsonWriter out;
    const InLanguage inLanguage(m_views[static_cast<std::size_t>(language)].catalogue);
    PageRow row;
    observe::BoardUpdate board;
    {
        const MutexLock lock(m_mutex);
        const auto name = nameInPageId(id);
        const auto found = name ? m_rows.find(*name)
                                : std::ranges::find_if(m_rows,
                                    [id](const auto& each) { return isPageIdOf(each.first, id); });
        if (found == m_rows.end())
            return nullptr;
        row = found->second.shown;
        board = m_board;
    }
    out.openObject();
    writePageLock(out,
        {.row = row,
            .deployment = m_deployment,
            .board = board,
            .processes = m_options.processes,
            .options = m_options.lineOptions},
        StoppedClock(m_clock));
    out.closeObject();
    return std::make_shared<const std::string>(out.text() + '\n');
}

} // namespace lockkeeper::ctl
