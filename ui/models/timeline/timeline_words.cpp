// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timeline/timeline_words.h"

#include "core/observe/formats/tombstone.h"
#include "core/output/incident_words.h"
#include "ui/models/timeline/time_axis.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

QString renewedText(const history::Interval& interval, const QTimeZone& zone)
{
    if (interval.renewals == 0)
        return Words::tr("no renewal seen");
    QString text = interval.renewals == 1 ? Words::tr("renewed once")
                                          : Words::tr("renewed %L1 times").arg(interval.renewals);
    if (interval.renewalInterval)
        text += Words::tr(", about every %1").arg(durationText(*interval.renewalInterval));
    if (interval.lastRenewed)
        text += Words::tr(", the last at %1")
                    .arg(momentText(*interval.lastRenewed, zone).section(u' ', 1));
    return text;
}

QString heldWords(const history::Interval& interval)
{
    return Words::tr("held for %1").arg(toQt(output::heldText(interval)));
}

QString timesText(const history::Interval& interval, const QTimeZone& zone)
{
    if (interval.endedAt)
        return rangeText(interval.firstSeen, *interval.endedAt, zone);
    return Words::tr("since %1").arg(momentText(interval.firstSeen, zone));
}

} // namespace

QString endingText(const std::optional<history::End>& end)
{
    if (!end)
        return Words::tr("still held");
    switch (*end) {
    case history::End::Released:
        return Words::tr("released or deleted");
    case history::End::Expired:
        return Words::tr("expired");
    case history::End::NextHolder:
        return Words::tr("next holder at once");
    case history::End::Revoked:
        return Words::tr("revoked");
    case history::End::Lost:
        return Words::tr("lost");
    case history::End::Unknown:
        break;
    }
    return Words::tr("end not seen");
}

QString endingText(const history::Interval& interval)
{
    return interval.freedBy.empty() ? endingText(interval.end) : toQt(output::freedText(interval));
}

QString intervalText(const history::Interval& interval, const QTimeZone& zone)
{
    QStringList lines{toQt(output::recordedHolder(interval.holder)), timesText(interval, zone),
        heldWords(interval)};
    QString ending = endingText(interval);
    if (!interval.end)
        ending += Words::tr(" when it was last seen, at %1")
                      .arg(momentText(interval.lastSeen, zone).section(u' ', 1));
    else if (*interval.end == history::End::NextHolder && interval.freedBy.empty())
        ending += Words::tr(": released too quickly to be seen, or overwritten");
    if (interval.leaseUntil)
        ending += Words::tr(": its lease ran until %1, and its holder may have gone on")
                      .arg(momentText(*interval.leaseUntil, zone).section(u' ', 1));
    lines << ending << renewedText(interval, zone);
    if (!interval.isStartSeen && !observe::isTombstone(interval.format))
        lines << (interval.since ? Words::tr("start not seen; by its token since %1")
                                       .arg(momentText(*interval.since, zone))
                                 : Words::tr("start not seen"));
    else if (interval.isHandOver)
        lines << Words::tr("taken within a second of the end before");
    lines << Words::tr("token %1, %2")
                 .arg(toQt(interval.token.shortHex()), toQt(output::recordedLibrary(interval)));
    return lines.join(u'\n');
}

QString intervalLine(const history::Interval& interval, const QTimeZone& zone)
{
    QStringList parts{Words::tr("%1: %2").arg(nameText(interval.resource.value()),
                          toQt(output::recordedHolder(interval.holder))),
        timesText(interval, zone), heldWords(interval), endingText(interval),
        renewedText(interval, zone)};
    if (!interval.isStartSeen && !observe::isTombstone(interval.format))
        parts << Words::tr("start not seen");
    return parts.join(u"  \u00b7  "_s);
}

QString answerText(const TimelineAnswer& answer, const history::ResourceRow& row,
    const TimelinePicture& picture, const QTimeZone& zone)
{
    if (answer.interval)
        return intervalLine(*answer.interval, zone);
    const QString name = nameText(row.resource.value());
    const QString at = momentText(answer.at, zone);
    const auto hasAt = [&](const history::Window& time) {
        return answer.at >= time.from && answer.at <= time.to;
    };
    if (!hasAt(picture.recorded) || std::ranges::any_of(picture.gaps, hasAt))
        return Words::tr("%1: nothing was recorded at %2").arg(name, at);
    return Words::tr("%1: nobody was seen to hold it at %2").arg(name, at);
}

QString rowText(const history::ResourceRow& row, const TimelineRow* content)
{
    const QString name = nameText(row.resource.value());
    if (!content || content->owner.isEmpty())
        return Words::tr("%1: free").arg(name);
    return Words::tr("%1: held by %2").arg(name, content->owner);
}

QString mergedText(const history::Span& span, const QTimeZone& zone)
{
    const auto length = std::chrono::duration_cast<std::chrono::milliseconds>(span.to - span.from);
    const auto percent = length.count() <= 0 ? 100 : span.held.count() * 100 / length.count();
    return Words::tr("%L1 owners one after the other in %2, held for %3 % of it\n%4\n"
                     "Zoom in to tell them apart.")
        .arg(span.count)
        .arg(durationText(length))
        .arg(percent)
        .arg(rangeText(span.from, span.to, zone));
}

QString waitText(const history::WaitSpan& wait, const QTimeZone& zone)
{
    const QString time
        = durationText(std::chrono::duration_cast<std::chrono::milliseconds>(wait.to - wait.from));
    const QString range = rangeText(wait.from, wait.to, zone);
    if (wait.count > 1)
        return Words::tr("%L1 waits within %2: %3").arg(wait.count).arg(time, range);
    return Words::tr("%1 waited for %2: %3")
        .arg(toQt(output::recordedHolder(wait.waiter)), time, range);
}

QString outageText(const history::Outage& outage, const QTimeZone& zone)
{
    QString text = Words::tr("master %1 %2: %3")
                       .arg(safeText(outage.master.value()), masterStateText(outage.state),
                           outage.to ? rangeText(outage.from, *outage.to, zone)
                                     : Words::tr("since %1").arg(momentText(outage.from, zone)));
    if (!outage.error.empty())
        text += u"\n"_s + safeText(outage.error);
    return text;
}

} // namespace lockkeeper::ui
