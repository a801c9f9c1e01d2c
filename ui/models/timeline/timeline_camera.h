// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/time_axis.h"
#include "ui/models/timeline/timeline_picture.h"

namespace lockkeeper::ui {

/// Everything that a drawing of the timeline shows.
struct TimelineScene {
    TimelinePicturePtr picture; ///< null: nothing was loaded
    TimeScale scale;
    QTimeZone zone = QTimeZone::systemTimeZone();
    WallTime now{};
    int scrolled = 0; ///< pixels of rows above the first one that is seen
    int currentRow = -1; ///< selected, by its place; -1: none
    std::int64_t selected = 0; ///< the ownership that is selected; 0: none
    QString selectedWords{}; ///< all about it, or that nobody was seen then; empty: none
    std::optional<history::Window> brush{}; ///< the range of time that is selected
    std::optional<WallTime> marker{}; ///< the time that was gone to
};

/// Some rows, by their places.
struct RowRange {
    int first = 0;
    int count = 0;
};

/// Which part of the timeline is shown, and what is selected in it. Places are in pixels from the
/// left end of what is shown. `clock` must outlive it.
class TimelineCamera {
public:
    explicit TimelineCamera(const Clock& clock);

    [[nodiscard]] const TimelineScene& scene() const noexcept { return m_scene; }
    /// True while it moves on with the time.
    [[nodiscard]] bool isFollowing() const noexcept { return m_isFollowing; }

    /// Keeps the selected row, if it still has a place.
    void setPicture(const TimelinePicturePtr& picture);
    /// What to read for what is shown, with as much again on all sides. Without filter and order.
    [[nodiscard]] TimelineQuestion question(RowRange seen) const;
    /// Whether the picture has all that is shown, as finely, with some space around it.
    [[nodiscard]] bool isRead(RowRange seen) const;

    void setWidth(int pixels) noexcept { m_scene.scale.setWidth(pixels); }
    void setScrolled(int pixels) noexcept { m_scene.scrolled = pixels; }
    /// Call it regularly: moves on with the time. False: by less than can be seen.
    bool tick();
    /// Shows the present, and follows it.
    void followNow();
    /// Shows everything that was recorded, at most 30 days, and follows the present.
    void showAll();
    void goToStart();
    /// Marks a time, and shows it in the middle of a span; by default of what is shown, or 6 hours.
    void goTo(WallTime time, std::optional<WallTime::duration> span = {});
    /// Shows `factor` times as much time. What is at `x` stays there, or the present if it follows.
    void zoomAt(double factor, double x);
    void zoom(double factor);
    void pan(double pixels);

    void setBrush(const std::optional<history::Window>& brush) { m_scene.brush = brush; }
    /// Moves the later end of the brush by a part of what is shown. It begins in the middle.
    void brushBy(double share);
    void dropMarker() { m_scene.marker.reset(); }
    /// Selects a row by its place; -1, or a place without a row: none. False: nothing has changed.
    bool setCurrentRow(int row);
    /// Selects an ownership of the current row, and moves so that it is seen.
    void setSelected(const TimelineAnswer& answer);

    [[nodiscard]] int rowCount() const noexcept;
    /// Null: there is none.
    [[nodiscard]] const history::ResourceRow* rowAt(int place) const;
    [[nodiscard]] const history::ResourceRow* currentRow() const
    {
        return rowAt(m_scene.currentRow);
    }
    /// A row in words: who holds it, and what is selected in it. Empty: there is no such row.
    [[nodiscard]] QString wordsAt(int place) const;
    /// What is drawn of a row; null: it was not read.
    [[nodiscard]] const TimelineRow* contentAt(int place) const;
    /// The span at `x`, or else one within `grip` pixels; null: there is none.
    [[nodiscard]] const history::Span* spanAt(int place, double x, double grip) const;

    /// The wait at `x`, or within `grip` pixels; null: there is none.
    [[nodiscard]] const history::WaitSpan* waitAt(int place, double x, double grip) const;

private:
    void show(WallTime from, WallTime to);

    const Clock& m_clock;
    TimelineScene m_scene;
    bool m_isFollowing = true;
};

} // namespace lockkeeper::ui
