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

/// Answers questions about one history file. Keeps the file open, and the list of its resources
/// until the file changes. Blocks for the disk. Not thread-safe.
class TimelineGatherer {
public:
    /// `journal` tells which ownerships an operator has ended; empty: none.
    explicit TimelineGatherer(std::filesystem::path file, std::filesystem::path journal = {})
        : m_file(std::move(file))
        , m_journal(std::move(journal))
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
    [[nodiscard]] Result<void> noteFreed(
        std::vector<history::Span>& spans, const Resource& resource) const;
    void readDeeds();
    [[nodiscard]] Result<QString> ownerOf(std::int64_t interval) const;
    [[nodiscard]] Result<TimelineAnswer> answer(
        std::int64_t row, WallTime at, const std::optional<history::Ownership>& found) const;

    std::filesystem::path m_file;
    std::filesystem::path m_journal;
    std::filesystem::file_time_type m_journalTime{}; ///< of the journal, when it was read
    std::vector<release::Deed> m_deeds;
    std::optional<history::TimelineReader> m_reader;
    Rows m_rows;
    TimelineQuestion m_listed; ///< what m_rows was listed for
    std::int64_t m_version = 0; ///< of the file, when m_rows was listed
};

/// Reads pictures of the history in the background. GUI thread only. The destructor waits for
/// a read that is under way.
class TimelineSource final : public QObject {
    Q_OBJECT
public:
    /// `file` finds the history; it is called on the other thread, and may block.
    explicit TimelineSource(std::function<std::filesystem::path()> file, QObject* parent = nullptr);
    ~TimelineSource() override;

    /// `now` tells for each picture that the history is being recorded, and the time; see
    /// history::TimelineReader::setRecordedAt(). Called on the GUI thread.
    void setRecordedAt(std::function<std::optional<WallTime>()> now)
    {
        m_recordedAt = std::move(now);
    }

    /// See TimelineGatherer. Call it before the first question.
    void setJournal(std::filesystem::path journal) { m_journal = std::move(journal); }

    /// Reads a picture. Never blocks. Of several questions that wait, only the latest is answered.
    void ask(const TimelineQuestion& question);
    /// Asks who owned a resource at a time. Each is answered.
    void askOwner(std::int64_t row, WallTime time, TimelineAnswer::Purpose purpose);
    /// Asks for the next or the previous ownership. Each is answered.
    void askNeighbour(std::int64_t row, const history::Ownership& of, bool isLater);

Q_SIGNALS:
    /// `picture` is null if nothing has been recorded yet.
    void loaded(const lockkeeper::ui::TimelinePicturePtr& picture);
    void answered(const lockkeeper::ui::TimelineAnswer& answer);
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] TimelineGatherer& gatherer(); ///< of tasks

    std::function<std::filesystem::path()> m_file;
    std::filesystem::path m_journal;
    std::function<std::optional<WallTime>()> m_recordedAt;
    std::unique_ptr<TimelineGatherer> m_gatherer; ///< used on the other thread only
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
