// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/models/timeline/timeline_picture.h"

#include <filesystem>

namespace lockkeeper::ui {

/// Answers questions about one history file. Keeps the file open, and the list of its resources
/// until the file changes. Blocks for the disk. Not thread-safe.
class TimelineGatherer {
public:
    explicit TimelineGatherer(std::filesystem::path file)
        : m_file(std::move(file))
    { }

    /// Null: nothing has been recorded yet. `recordedAt`: see TimelineReader::setRecordedAt().
    [[nodiscard]] Result<TimelinePicturePtr> gather(
        const TimelineQuestion& question, std::optional<WallTime> recordedAt);
    [[nodiscard]] Result<TimelineAnswer> ownerAt(std::int64_t row, WallTime time);
    /// The ownership after, or before, one in its row; the same one if there is no other.
    [[nodiscard]] Result<TimelineAnswer> nextTo(
        std::int64_t row, const history::Ownership& of, bool isLater);

private:
    using Rows = std::shared_ptr<const std::vector<history::ResourceRow>>;

    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<TimelinePicturePtr> gatherOpen(const TimelineQuestion& question);
    [[nodiscard]] Result<void> listRows(const TimelineQuestion& question);
    [[nodiscard]] Result<void> fill(TimelinePicture& picture, const history::ResourceRow& row);
    [[nodiscard]] Result<QString> ownerOf(std::int64_t interval) const;
    [[nodiscard]] Result<TimelineAnswer> answer(
        std::int64_t row, WallTime at, const std::optional<history::Ownership>& found) const;

    std::filesystem::path m_file;
    std::optional<history::TimelineReader> m_reader;
    Rows m_rows;
    TimelineQuestion m_listed; ///< what m_rows was listed for
    std::int64_t m_version = 0; ///< of the file, when m_rows was listed
};

} // namespace lockkeeper::ui
