// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/timeline_picture.h"

#include <QTimeZone>

// Words of the timeline. Plain text; text from servers has been passed through displaySafe().
namespace lockkeeper::ui {

/// "released or deleted", "expired", "next holder at once", "revoked", "lost", "end not seen";
/// "still held".
[[nodiscard]] QString endingText(const std::optional<history::End>& end);
/// The same of an ownership; "freed by ada" if a journal tells so.
[[nodiscard]] QString endingText(const history::Interval& interval);
/// All about one ownership, in some lines: owner, from-to, how long, how it ended, renewals, and
/// whether its start was seen.
[[nodiscard]] QString intervalText(const history::Interval& interval, const QTimeZone& zone);
/// The same in one line, which begins with the resource.
[[nodiscard]] QString intervalLine(const history::Interval& interval, const QTimeZone& zone);
/// intervalLine(), or that nobody owned the resource, or that nothing was recorded at that time.
[[nodiscard]] QString answerText(const TimelineAnswer& answer, const history::ResourceRow& row,
    const TimelinePicture& picture, const QTimeZone& zone);
/// "orders:42: held by api@web-3 pid 812"; "orders:42: free".
[[nodiscard]] QString rowText(const history::ResourceRow& row, const TimelineRow* content);
/// "27 owners in 3.2 s, held for 64 % of it. Zoom in to tell them apart."
[[nodiscard]] QString mergedText(const history::Span& span, const QTimeZone& zone);
/// "api@web-4 pid 812 waited for 3.2 s: 03:02:05 - 03:02:08".
[[nodiscard]] QString waitText(const history::WaitSpan& wait, const QTimeZone& zone);
/// "master b down 03:02:05 - 03:02:09: Connection refused".
[[nodiscard]] QString outageText(const history::Outage& outage, const QTimeZone& zone);

} // namespace lockkeeper::ui
