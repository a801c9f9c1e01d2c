// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_store.h"

#include <QTimer>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lockkeeper::ui {

/// The locks that somebody should look at, most urgent first: see LockRow::urgency. Equal ones
/// are ordered by name, as in the table.
///
/// Cost: a logarithm for each changed row; changes are reported a few times a second at most. While
/// held, there are as many first ones as before, and a lock stays in its place until it is no
/// problem any more; while pinned, also beyond that. GUI thread only.
class ProblemList final : public QObject {
    Q_OBJECT
public:
    /// `locks` must outlive the list.
    explicit ProblemList(const LockStore& locks, QObject* parent = nullptr);

    struct Problem {
        Resource resource;
        QString text; ///< "cron:bill: stuck for 3 h 05 m, ..."
        qsizetype nameLength = 0; ///< with so many characters the text begins with the lock's name
        bool isOver = false; ///< (held) it is no problem any more, and no other takes its place
        bool isUnclear = false; ///< (isOver) it can't be judged
        bool isReleasable = false;
        bool isUrgent = false; ///< two may be at work at once
    };
    /// Number of problems. While pinned, as it was when that began.
    [[nodiscard]] int count() const noexcept { return m_count; }
    /// The first `most` problems.
    [[nodiscard]] std::vector<Problem> first(int most) const;
    /// Number of changes among the first problems that wait because these are held or pinned.
    [[nodiscard]] int waitingCount() const noexcept { return m_waiting; }
    /// Keeps the number of first problems, so that nothing below them moves. If there are none, the
    /// first problem is told nevertheless.
    void setHeld(bool isHeld);
    /// Keeps the first problems as they are: somebody is about to click one.
    void setPinned(bool isPinned);
    /// Shows the changes that wait.
    void applyWaiting();

    static constexpr int kMostFirst = 3;

Q_SIGNALS:
    void changed();

private:
    using Key = std::tuple<int, Resource, int>; ///< urgency, name, slot
    using Keys = std::set<Key>;

    void update(const std::vector<int>& slots);
    void noteFirst();
    void takeFirst(std::size_t most);
    [[nodiscard]] int countWaiting() const;
    [[nodiscard]] bool isFirst(const Resource& resource) const;
    void replaceOver();
    [[nodiscard]] Problem problemOf(const Resource& resource) const;

    const LockStore& m_locks;
    Keys m_problems;
    std::unordered_map<int, Keys::const_iterator> m_places; ///< in m_problems, by slot
    std::vector<Resource> m_first; ///< at most kMostFirst
    int m_count = 0;
    int m_waiting = 0;
    QTimer m_report;
    bool m_isHeld = false;
    bool m_isPinned = false;
};

} // namespace lockkeeper::ui
