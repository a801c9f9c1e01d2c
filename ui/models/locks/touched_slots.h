// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

namespace lockkeeper::ui {

/// Slots of a table that changed while all its rows were sorted or filtered on another thread.
/// Sorting in many of them takes too long for the GUI thread: the job is repeated, some times,
/// until fewer change meanwhile, and then they are handed out some at a time. That happens while
/// locks are loaded, and when a master comes back. GUI thread only.
class TouchedSlots final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void add(const std::vector<int>& slots);
    void clear() { m_slots.clear(); }
    /// True if the job that has ended should be repeated.
    [[nodiscard]] bool needsRepeat();
    /// All slots, if they are few. Else none, and due() follows.
    [[nodiscard]] std::vector<int> take();

Q_SIGNALS:
    /// Look at these slots now.
    void due(const std::vector<int>& slots);

private:
    void handOut(std::vector<int> slots);

    std::vector<int> m_slots;
    int m_repeats = 0; ///< of the present job
};

} // namespace lockkeeper::ui
