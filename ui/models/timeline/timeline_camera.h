// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/time_axis.h"
#include "ui/models/timeline/timeline_picture.h"

namespace lockkeeper::ui {

struct TimelineScene {
    TimelinePicturePtr picture;
    TimeScale scale;
    QTimeZone zone = QTimeZone::systemTimeZone();
    WallTime now{};
    int scrolled = 0; ///< pixels above the first visible row
    int currentRow = -1; ///< place; -1: none
    std::int64_t selected = 0; ///< ownership; 0: none
    QString selectedWords{}; ///< the selection, or that nobody was seen
    std::optional<history::Window> brush{};
    std::optional<WallTime> marker{};
};

struct RowRange {
    int first = 0;
    int count = 0;
};

/// Visible part and selection of the timeline. `x`: pixels from the left.
class TimelineCamera {
public:
    explicit TimelineCamera(const Clock& clock);

    [[nodiscard]] const TimelineScene& scene() const noexcept { return m_scene; }
    [[nodiscard]] bool isFollowing() const noexcept { return m_isFollowing; }

    void setPicture(const TimelinePicturePtr& picture);
    /// The visible part, enlarged on all sides; without filter and order.
    [[nodiscard]] TimelineQuestion question(RowRange seen) const;
    /// The picture covers the visible part and its surroundings, finely enough.
    [[nodiscard]] bool isRead(RowRange seen) const;

    void setWidth(int pixels) noexcept { m_scene.scale.setWidth(pixels); }
    void setScrolled(int pixels) noexcept { m_scene.scrolled = pixels; }
    bool tick();
    void followNow();
    /// At most 30 days; follows the present.
    void showAll();
    void goToStart();
    /// Marks and centres it. Default span: the visible one, at most 6 hours.
    void goTo(WallTime time, std::optional<WallTime::duration> span = {});
    /// As TimeScale::zoom(); while following, the present stays.
    void zoomAt(double factor, double x);
    void zoom(double factor);
    void pan(double pixels);

    void setBrush(const std::optional<history::Window>& brush) { m_scene.brush = brush; }
    /// Moves the later end by a share of the visible span; a new brush begins in the middle.
    void brushBy(double share);
    void dropMarker() { m_scene.marker.reset(); }
    bool setCurrentRow(int row);
    void setSelected(const TimelineAnswer& answer);

    [[nodiscard]] int rowCount() const noexcept;
    [[nodiscard]] const history::ResourceRow* rowAt(int place) const;
    [[nodiscard]] const history::ResourceRow* currentRow() const
    {
        return rowAt(m_scene.currentRow);
    }
    [[nodiscard]] QString wordsAt(int place) const;
    /// Null: not read.
    [[nodiscard]] const TimelineRow* contentAt(int place) const;
    /// At `x`, else within `grip` pixels; or null.
    [[nodiscard]] const history::Span* spanAt(int place, double x, double grip) const;

    [[nodiscard]] const history::WaitSpan* waitAt(int place, double x, double grip) const;

private:
    void show(WallTime from, WallTime to);

    const Clock& m_clock;
    TimelineScene m_scene;
    bool m_isFollowing = true;
};

} // namespace lockkeeper::ui
