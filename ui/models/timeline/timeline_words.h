// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/timeline_picture.h"

#include <QTimeZone>

namespace lockkeeper::ui {

[[nodiscard]] QString endingText(const std::optional<history::End>& end);
[[nodiscard]] QString endingText(const history::Interval& interval);
[[nodiscard]] QString intervalText(const history::Interval& interval, const QTimeZone& zone);
[[nodiscard]] QString intervalLine(const history::Interval& interval, const QTimeZone& zone);
[[nodiscard]] QString answerText(const TimelineAnswer& answer, const history::ResourceRow& row,
    const TimelinePicture& picture, const QTimeZone& zone);
/// "orders:42: held by api@web-3 pid 812".
[[nodiscard]] QString rowText(const history::ResourceRow& row, const TimelineRow* content);
[[nodiscard]] QString mergedText(const history::Span& span, const QTimeZone& zone);
/// "api@web-4 pid 812 waited for 3.2 s: 03:02:05 - 03:02:08".
[[nodiscard]] QString waitText(const history::WaitSpan& wait, const QTimeZone& zone);
[[nodiscard]] QString outageText(const history::Outage& outage, const QTimeZone& zone);

} // namespace lockkeeper::ui
