// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plots/master_tracks.h"

#include "ui/models/plots/plot_words.h"
#include "ui/models/words/words.h"

#include <QCoreApplication>
#include <cmath>

using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShortTime = 1min; ///< shown at first

struct MasterPlotWords {
    Q_DECLARE_TR_FUNCTIONS(lockkeeper::ui::MasterTracks)
};

double latencyOf(const redis::LinkStatus& link)
{
    return link.state == redis::LinkState::Up && link.latency
        ? static_cast<double>(link.latency->count()) / 1000
        : std::nan("");
}

/// "between 0.2 ms and 1.4 ms, 0.5 ms now".
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

void MasterTracks::note(const observe::BoardUpdate& update)
{
    const SteadyTime now = m_clock.now();
    const auto since = std::chrono::duration<double>(now - m_notedAt).count();
    if (!m_tracks.empty() && now - m_notedAt < kStep)
        return;
    m_notedAt = now;
    m_wall = m_clock.wallNow();
    std::map<std::string, Track> next;
    for (const observe::MasterStatus& master : update.masters) {
        Track track;
        double rate = std::nan("");
        if (auto known = m_tracks.extract(master.id.value())) {
            track = std::move(known.mapped());
            // A new connection counts from zero.
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
    plot.window = {m_wall - kShortTime, m_wall};
    plot.series.push_back({.name = safeText(master.value()), .isStepped = false});
    if (found == m_tracks.end())
        return plot;
    const std::deque<Sample>& samples = found->second.samples;
    if (samples.front().at < m_notedAt - kShortTime)
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
    Plot latency = plot(master, &Sample::latency, PlotUnit::Duration);
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
