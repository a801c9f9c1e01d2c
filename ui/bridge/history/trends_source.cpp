// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/trends_source.h"

namespace lockkeeper::ui {
namespace {

Result<TrendReportPtr> read(const history::Place& place, TrendSpan span, WallTime now)
{
    if (!place.mayExist())
        return TrendReportPtr();
    const auto reader = history::HistoryReader::open(place);
    if (!reader)
        return tl::make_unexpected(reader.error());
    const auto since = reader->recordedSince();
    if (!since)
        return tl::make_unexpected(since.error());
    if (!*since)
        return TrendReportPtr();
    TrendReport report{.span = span, .window = {now - lengthOf(span), now}};
    auto trends = history::readTrends(place, report.window, stepOf(span));
    if (!trends)
        return tl::make_unexpected(trends.error());
    report.trends = std::move(*trends);
    auto contended = reader->mostContended(report.window, TrendReport::kMostContended);
    if (!contended)
        return tl::make_unexpected(contended.error());
    report.contended = std::move(*contended);
    std::erase_if(report.contended, [](const auto& traffic) { return traffic.handOvers == 0; });
    return std::make_shared<const TrendReport>(std::move(report));
}

Result<TrendReportPtr> readShortest(const history::Place& place, WallTime now)
{
    TrendReportPtr recorded;
    for (const TrendSpan span :
        {TrendSpan::Hour, TrendSpan::Day, TrendSpan::Week, TrendSpan::Month}) {
        const Result<TrendReportPtr> report = read(place, span, now);
        if (!report || !*report || (*report)->hasData())
            return report;
        if (!recorded || recorded->trends.steps.empty())
            recorded = *report;
    }
    return recorded;
}

} // namespace

TrendsSource::TrendsSource(std::function<history::Place()> place, QObject* parent)
    : QObject(parent)
    , m_place(std::move(place))
{ }

void TrendsSource::ask(std::optional<TrendSpan> span, WallTime now)
{
    const auto look = [this, span, now] {
        return span ? read(m_place(), *span, now) : readShortest(m_place(), now);
    };
    m_tasks.runLatest(this, look, [this](const Result<TrendReportPtr>& report) {
        if (report)
            Q_EMIT loaded(*report);
        else
            Q_EMIT failed(report.error());
    });
}

} // namespace lockkeeper::ui
