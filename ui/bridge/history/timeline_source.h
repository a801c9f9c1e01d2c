// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"
#include "core/result.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/timeline/timeline_picture.h"

#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Answers questions about one history, which it keeps open. Blocks for the disk. Not thread-safe.
class TimelineGatherer {
public:
    /// `journal` has operators' releases; may be empty.
    explicit TimelineGatherer(history::Place place, std::filesystem::path journal = {})
        : m_place(std::move(place))
        , m_journal(std::move(journal))
    { }

    /// Null: nothing recorded. `recordedAt`: see TimelineReader::setRecordedAt().
    [[nodiscard]] Result<TimelinePicturePtr> gather(
        const TimelineQuestion& question, std::optional<WallTime> recordedAt);
    [[nodiscard]] Result<TimelineAnswer> ownerAt(std::int64_t row, WallTime time);
    /// `of` itself if there is none.
    [[nodiscard]] Result<TimelineAnswer> nextTo(
        std::int64_t row, const history::Ownership& of, bool isLater);

private:
    using Rows = std::shared_ptr<const std::vector<history::ResourceRow>>;

    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<TimelinePicturePtr> gatherOpen(const TimelineQuestion& question);
    [[nodiscard]] Result<void> listRows(const TimelineQuestion& question);
    using Present = std::unordered_map<std::int64_t, std::int64_t>;
    [[nodiscard]] Result<void> fill(
        TimelinePicture& picture, Present& present, const history::ResourceRow& row);
    [[nodiscard]] Result<void> noteFreed(
        std::vector<history::Span>& spans, const Resource& resource) const;
    void readDeeds();
    [[nodiscard]] Result<void> nameOwners(TimelinePicture& picture, const Present& present) const;
    [[nodiscard]] Result<TimelineAnswer> answer(
        std::int64_t row, WallTime at, const std::optional<history::Ownership>& found) const;

    history::Place m_place;
    std::filesystem::path m_journal;
    std::filesystem::file_time_type m_journalTime{};
    std::vector<release::Deed> m_deeds;
    std::optional<history::TimelineReader> m_reader;
    Rows m_rows;
    TimelineQuestion m_listed;
    std::int64_t m_version = 0; ///< the file's, when m_rows was listed
};

/// Reads the timeline in the background.
class TimelineSource final : public QObject {
    Q_OBJECT
public:
    /// `place` runs on another thread; may block.
    explicit TimelineSource(std::function<history::Place()> place, QObject* parent = nullptr);
    ~TimelineSource() override;

    /// See history::TimelineReader::setRecordedAt().
    void setRecordedAt(std::function<std::optional<WallTime>()> now)
    {
        m_recordedAt = std::move(now);
    }

    void setJournal(std::filesystem::path journal) { m_journal = std::move(journal); }

    /// Of waiting calls, only the latest is answered.
    void ask(const TimelineQuestion& question);
    void askOwner(std::int64_t row, WallTime time, TimelineAnswer::Purpose purpose);
    void askNeighbour(std::int64_t row, const history::Ownership& of, bool isLater);

Q_SIGNALS:
    /// Null: nothing recorded.
    void loaded(const lockkeeper::ui::TimelinePicturePtr& picture);
    void answered(const lockkeeper::ui::TimelineAnswer& answer);
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] TimelineGatherer& gatherer();

    std::function<history::Place()> m_place;
    std::filesystem::path m_journal;
    std::function<std::optional<WallTime>()> m_recordedAt;
    std::unique_ptr<TimelineGatherer> m_gatherer; ///< only in tasks
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui
