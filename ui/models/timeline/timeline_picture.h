// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/timeline_reader.h"

#include <QString>
#include <memory>
#include <unordered_map>

namespace lockkeeper::ui {

enum class RowOrder { Name, Latest };

/// Which part of the history is wanted, and how finely.
struct TimelineQuestion {
    history::Window window{};
    std::chrono::milliseconds pixel{1}; ///< see history::SpanMaker
    std::size_t firstRow = 0;
    std::size_t rowCount = 0;
    RowOrder order = RowOrder::Name;
    QString filter{}; ///< a part of the resource's name; empty: all
    std::optional<history::Window> ownedIn{}; ///< only resources that somebody owned then
    std::vector<Resource> only{}; ///< only these; empty: all
};

/// What there is to draw of one resource.
struct TimelineRow {
    std::vector<history::Span> spans; ///< those that overlap the window, by time
    std::vector<history::WaitSpan> waits; ///< by time
    QString owner; ///< who owns it as far as the recording goes; empty: nobody
};

/// A part of the history, ready to be drawn. Immutable; all texts are safe to show.
struct TimelinePicture {
    TimelineQuestion question;
    history::Window recorded{}; ///< the first ownership, and until when was recorded
    /// All resources that match the question, in its order.
    std::shared_ptr<const std::vector<history::ResourceRow>> rows;
    std::unordered_map<std::int64_t, TimelineRow> content; ///< of the rows asked for, by their id
    std::unordered_map<std::int64_t, QString> owners; ///< of spans with room for them, by interval
    std::vector<history::Window> gaps; ///< within `recorded`: nothing was recorded
    std::vector<history::Outage> outages; ///< of all masters, by their start
};

using TimelinePicturePtr = std::shared_ptr<const TimelinePicture>;

/// A piece of the history to be drawn whole: all rows of the picture, and the times of its
/// question.
struct TimelinePiece {
    TimelinePicturePtr picture; ///< null: there is nothing to draw
    WallTime now{};
};

/// Who owned a resource at some time.
struct TimelineAnswer {
    /// Refresh: it is selected, and may have gone on.
    enum class Purpose { Select, Tell, Refresh };
    Purpose purpose = Purpose::Select; ///< as it was asked
    std::int64_t row = 0;
    WallTime at{};
    std::int64_t id = 0; ///< of the ownership in the file
    std::optional<history::Interval> interval{}; ///< nullopt: nobody was seen to
};

} // namespace lockkeeper::ui
