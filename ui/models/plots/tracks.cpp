// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plots/tracks.h"

#include "core/words/time_words.h"
#include "ui/models/plots/plot.h"
#include "ui/models/words/words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {

using std::chrono::milliseconds;

/// Smaller differences are delays. The board has the same limit.
constexpr milliseconds kJitter{300};
constexpr milliseconds kShortWindow = 1min;

struct TtlWords {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::TtlTrack)
};

double inMilliseconds(SteadyTime::duration time)
{
    return static_cast<double>(std::chrono::duration_cast<milliseconds>(time).count());
}

std::optional<milliseconds> longestLeft(const observe::LockEntry& entry)
{
    std::optional<milliseconds> longest;
    for (const observe::Votes::Cell& vote : entry.votes.held()) {
        if (!vote.ttl)
            return std::nullopt;
        const milliseconds left = observe::ttlAt(*vote.ttl, vote.readAt, entry.asOf);
        longest = std::max(longest.value_or(left), left);
    }
    return longest;
}

/// Highest and lowest value per step; the last step ends with the line.
std::vector<PlotSeries> bandOf(const PlotSeries& line, WallTime::duration step)
{
    std::vector<PlotSeries> band{{.name = TtlWords::tr("highest TTL")},
        {.name = TtlWords::tr("lowest TTL"), .line = PlotSeries::Line::Lower}};
    auto& highest = band[0].points;
    auto& lowest = band[1].points;
    WallTime next{};
    const WallTime end = line.points.back().at;
    const auto add = [&](const PlotPoint& point) {
        if (highest.empty() || (point.at >= next && point.at < end)) {
            next = end - (end - point.at - WallTime::duration(1)) / step * step;
            highest.push_back(point);
            lowest.push_back(point);
        }
        highest.back().value = std::max(highest.back().value, point.value);
        lowest.back().value = std::min(lowest.back().value, point.value);
    };
    for (std::size_t i = 0; i < line.points.size(); ++i) {
        while (i > 0 && next < line.points[i].at)
            add({next, plotValueAt(line, next)});
        add(line.points[i]);
    }
    for (PlotSeries& edge : band)
        edge.points.push_back({end, edge.points.back().value});
    return band;
}

} // namespace

bool TtlTrack::note(const observe::LockEntryPtr& entry, bool isCurrent)
{
    const SteadyTime now = m_clock.now();
    if (!isCurrent && entry && m_entry && !m_endedAt)
        m_endedAt = now;
    else if (isCurrent)
        m_endedAt.reset();
    if (entry == m_entry)
        return false;
    const observe::Judgement judgement = entry ? entry->countVotes() : observe::Judgement();
    const bool isSame
        = entry && m_entry && entry->resource == m_entry->resource && judgement.token == m_token;
    m_entry = entry;
    if (!isSame) {
        m_lifts.clear();
        m_steady = now;
        m_wall = m_clock.wallNow();
        m_token = judgement.token;
    }
    m_isLeftover = entry && judgement.verdict == observe::Verdict::Minority;
    const auto remaining = m_isLeftover ? longestLeft(*entry) : judgement.remaining;
    if (remaining && !judgement.neverExpires)
        add(*entry, *remaining);
    // Keep the lift in force at the start.
    while (m_lifts.size() > kMost || (m_lifts.size() > 1 && m_lifts[1].at < now - kKept))
        m_lifts.pop_front();
    return !isSame;
}

void TtlTrack::add(const observe::LockEntry& entry, milliseconds remaining)
{
    const SteadyTime expiresAt = entry.asOf + remaining;
    if (!m_lifts.empty()) {
        const auto difference = expiresAt - m_lifts.back().expiresAt;
        if (difference <= kJitter && difference >= -kJitter)
            return;
    }
    // Before the first reading, only the last renewal is known.
    const bool isRenewed = entry.renewals.count > 0;
    SteadyTime at = m_lifts.empty() && !isRenewed ? entry.firstSeen : entry.asOf;
    if (isRenewed && (m_lifts.empty() || entry.renewals.last > m_lifts.back().at))
        at = entry.renewals.last;
    m_lifts.push_back({std::min(at, entry.asOf), expiresAt});
}

WallTime TtlTrack::wallTime(SteadyTime time) const
{
    return m_wall + std::chrono::duration_cast<WallTime::duration>(time - m_steady);
}

PlotSeries TtlTrack::line(SteadyTime from, SteadyTime until) const
{
    PlotSeries line{.name = TtlWords::tr("TTL"), .isStepped = false};
    const auto add = [&](SteadyTime at, SteadyTime expiresAt) {
        line.points.push_back({wallTime(at), std::max(inMilliseconds(expiresAt - at), 0.0)});
    };
    for (std::size_t i = 0; i < m_lifts.size(); ++i) {
        const Lift& lift = m_lifts[i];
        const SteadyTime end = i + 1 < m_lifts.size() ? m_lifts[i + 1].at : until;
        if (end <= from)
            continue;
        add(std::max(lift.at, from), lift.expiresAt);
        if (lift.expiresAt > std::max(lift.at, from) && lift.expiresAt < end)
            add(lift.expiresAt, lift.expiresAt);
        add(std::max(end, lift.at), lift.expiresAt);
    }
    return line;
}

Plot TtlTrack::plot() const
{
    Plot plot{.title = TtlWords::tr("TTL"), .unit = PlotUnit::Duration};
    const SteadyTime until = m_endedAt.value_or(m_clock.now());
    const bool isShort = m_lifts.empty() || until - m_lifts.front().at < kShortWindow;
    const SteadyTime from = until - (isShort ? kShortWindow : milliseconds(kKept));
    plot.window = {wallTime(from), wallTime(until)};
    plot.series.push_back(line(from, until));
    plot.emptyText = emptyWords();
    if (plot.isEmpty())
        return plot;
    if (m_isLeftover && !m_endedAt)
        plot.title = TtlWords::tr("TTL of the leftover");
    plot.summary = words(plot.series.front(), until);
    if (isDense(from, until))
        plot.series = bandOf(plot.series.front(),
            std::chrono::duration_cast<WallTime::duration>(2 * (until - from) / kMostTeeth));
    return plot;
}

bool TtlTrack::isDense(SteadyTime from, SteadyTime until) const
{
    const auto first = std::ranges::lower_bound(m_lifts, from, {}, &Lift::at);
    const auto teeth = m_lifts.end() - first;
    constexpr int kFew = 4;
    return teeth >= kFew
        && (m_lifts.back().at - first->at) / (teeth - 1) < (until - from) / kMostTeeth;
}

QString TtlTrack::words(const PlotSeries& line, SteadyTime until) const
{
    const auto [least, most] = std::ranges::minmax(line.points, {}, &PlotPoint::value);
    const QString range = TtlWords::tr("TTL between %1 and %2")
                              .arg(plotValueText(least.value, PlotUnit::Duration),
                                  plotValueText(most.value, PlotUnit::Duration));
    const observe::Renewals& renewals = m_entry->renewals;
    if (renewals.count == 0)
        return TtlWords::tr("%1, no renewal seen").arg(range);
    const auto age = std::chrono::duration_cast<milliseconds>(until - renewals.last);
    const QString times = renewals.count == 1
        ? TtlWords::tr("once")
        : TtlWords::tr("%L1 times").arg(static_cast<unsigned>(renewals.count));
    return m_endedAt ? TtlWords::tr("%1, renewed %2, the last time %3 before its end")
                           .arg(range, times, durationText(std::max(age, 0ms)))
                     : TtlWords::tr("%1, renewed %2, last %3")
                           .arg(range, times, toQt(words::agoText(std::max(age, 0ms))));
}

QString TtlTrack::emptyWords() const
{
    if (!m_entry)
        return {};
    const observe::Judgement judgement = m_entry->countVotes();
    if (m_entry->endsWithSession())
        return TtlWords::tr("No TTL: it ends with its holder's session.");
    if (judgement.neverExpires || m_entry->votes.isEndless())
        return TtlWords::tr("No TTL: it does not expire on its own.");
    return judgement.verdict == observe::Verdict::Unknown
        ? TtlWords::tr("Too few masters answer to tell its TTL.")
        : TtlWords::tr("No quorum stores it with a TTL.");
}

namespace {

struct MasterPlotWords {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::MasterTracks)
};

double latencyOf(const redis::LinkStatus& link)
{
    return link.isUp() && link.latency ? static_cast<double>(link.latency->count()) / 1000
                                       : std::nan("");
}

QString latestRange(const Plot& plot)
{
    double least = std::nan("");
    double most = std::nan("");
    for (const PlotPoint& point : plot.series.front().points) {
        least = std::fmin(least, point.value);
        most = std::fmax(most, point.value);
    }
    const double now = plot.series.front().points.back().value;
    const auto text = [&](double value) { return plotValueText(value, plot.unit); };
    const QString range = MasterPlotWords::tr("between %1 and %2").arg(text(least), text(most));
    return std::isnan(now) ? MasterPlotWords::tr("%1, not known now").arg(range)
                           : MasterPlotWords::tr("%1, %2 now").arg(range, text(now));
}

} // namespace

void MasterTracks::correctLatest(const observe::BoardUpdate& update)
{
    for (const observe::MasterStatus& master : update.masters) {
        if (const auto found = m_tracks.find(master.id.value()); found != m_tracks.end())
            found->second.samples.back().latency = latencyOf(master.link);
    }
}

void MasterTracks::note(const observe::BoardUpdate& update)
{
    const SteadyTime now = m_clock.now();
    const auto since = std::chrono::duration<double>(now - m_notedAt).count();
    if (!m_tracks.empty() && now - m_notedAt < kStep)
        return correctLatest(update);
    m_notedAt = now;
    m_wall = m_clock.wallNow();
    std::map<std::string, Track> next;
    for (const observe::MasterStatus& master : update.masters) {
        Track track;
        double rate = std::nan("");
        if (auto known = m_tracks.extract(master.id.value())) {
            track = std::move(known.mapped());
            // New connections count from zero.
            if (master.link.commands >= track.commands)
                rate = static_cast<double>(master.link.commands - track.commands) / since;
        }
        track.commands = master.link.commands;
        track.samples.push_back({now, latencyOf(master.link), rate});
        while (track.samples.size() > 1 && track.samples.front().at < now - kKept)
            track.samples.pop_front();
        next.emplace(master.id.value(), std::move(track));
    }
    m_tracks = std::move(next);
}

Plot MasterTracks::plot(const MasterId& master, double Sample::*value, PlotUnit unit) const
{
    Plot plot{.unit = unit};
    plot.emptyText = MasterPlotWords::tr("Nothing is known of it yet.");
    const auto found = m_tracks.find(master.value());
    plot.window = {m_wall - kShortWindow, m_wall};
    plot.series.push_back({.name = safeText(master.value()), .isStepped = false});
    if (found == m_tracks.end())
        return plot;
    const std::deque<Sample>& samples = found->second.samples;
    if (samples.front().at < m_notedAt - kShortWindow)
        plot.window.from = m_wall - kKept;
    for (const Sample& sample : samples)
        plot.series.front().points.push_back(
            {m_wall - std::chrono::duration_cast<WallTime::duration>(m_notedAt - sample.at),
                sample.*value});
    if (!plot.isEmpty())
        plot.summary = latestRange(plot);
    return plot;
}

Plot MasterTracks::latency(const MasterId& master) const
{
    Plot latency = plot(master, &Sample::latency, PlotUnit::Latency);
    latency.title = MasterPlotWords::tr("Latency of master %1").arg(safeText(master.value()));
    return latency;
}

Plot MasterTracks::commands(const MasterId& master) const
{
    Plot commands = plot(master, &Sample::rate, PlotUnit::PerSecond);
    commands.title
        = MasterPlotWords::tr("Commands sent to master %1").arg(safeText(master.value()));
    return commands;
}

} // namespace lockkeeper::ui
