// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/timeline_reader.h"

#include <QString>
#include <memory>
#include <unordered_map>

namespace lockkeeper::ui {

enum class RowOrder { Name, Latest };

struct TimelineQuestion {
    history::Window window{};
    std::chrono::milliseconds pixel{1}; ///< see history::SpanMaker
    std::size_t firstRow = 0;
    std::size_t rowCount = 0;
    RowOrder order = RowOrder::Name;
    QString filter{}; ///< part of a name
    std::optional<history::Window> ownedIn{}; ///< only resources owned then
    std::vector<Resource> only{}; ///< empty: all
};

struct TimelineRow {
    std::vector<history::Span> spans; ///< overlapping, by time
    std::vector<history::WaitSpan> waits;
    QString owner;
};

/// Immutable; texts are safe.
struct TimelinePicture {
    TimelineQuestion question;
    history::Window recorded{}; ///< first ownership to end of recording
    /// All matches, in order.
    std::shared_ptr<const std::vector<history::ResourceRow>> rows;
    std::unordered_map<std::int64_t, TimelineRow> content;
    std::unordered_map<std::int64_t, QString> owners; ///< by interval, if a name has room
    std::vector<history::Window> gaps; ///< not recorded, within `recorded`
    std::vector<history::Outage> outages;
};

using TimelinePicturePtr = std::shared_ptr<const TimelinePicture>;

struct TimelinePiece {
    TimelinePicturePtr picture;
    WallTime now{};
};

struct TimelineAnswer {
    /// Refresh: the selected ownership.
    enum class Purpose { Select, Tell, Refresh };
    Purpose purpose = Purpose::Select;
    std::int64_t row = 0;
    WallTime at{};
    std::int64_t id = 0; ///< the ownership's, in the file
    std::optional<history::Interval> interval{}; ///< nullopt: nobody was seen
};

} // namespace lockkeeper::ui
