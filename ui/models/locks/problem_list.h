// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/natural_order.h"
#include "ui/models/locks/lock_store.h"

#include <QTimer>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lockkeeper::ui {

/// Locks that need a look, by urgency, then name. Cost: logarithmic per changed row; reports a few
/// times a second.
/// - Held: the number of first problems is fixed; a lock keeps its place while it is a problem.
/// - Pinned: a lock keeps its place even afterwards.
class ProblemList final : public QObject {
    Q_OBJECT
public:
    explicit ProblemList(const LockStore& locks, QObject* parent = nullptr);

    struct Problem {
        Resource resource;
        QString text;
        qsizetype nameLength = 0; ///< of the lock's name, which begins `text`
        bool isOver = false; ///< (held) no problem any more, not replaced
        bool isUnclear = false; ///< (isOver) can't be judged
        bool isReleasable = false;
        bool isUrgent = false;
    };
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] std::vector<Problem> first(int most) const;
    [[nodiscard]] int waitingCount() const noexcept { return m_waiting; }
    /// Nothing below the list moves.
    void setHeld(bool isHeld);
    /// Freezes the first problems: somebody is about to click one.
    void setPinned(bool isPinned);
    void applyWaiting();

    static constexpr int kMostFirst = 3;

Q_SIGNALS:
    void changed();

private:
    using Key = std::tuple<int, Resource, int>;
    struct IsBefore {
        bool operator()(const Key& a, const Key& b) const noexcept
        {
            const auto& [urgency, name, slot] = a;
            const auto& [otherUrgency, otherName, otherSlot] = b;
            if (urgency != otherUrgency)
                return urgency < otherUrgency;
            return name != otherName ? NaturalLess()(name, otherName) : slot < otherSlot;
        }
    };
    using Keys = std::set<Key, IsBefore>;

    void update(const std::vector<int>& slots);
    void noteFirst();
    void takeFirst(std::size_t most);
    [[nodiscard]] int countWaiting() const;
    [[nodiscard]] bool isFirst(const Resource& resource) const;
    void replaceOver();
    [[nodiscard]] Problem problemOf(const Resource& resource) const;

    const LockStore& m_locks;
    Keys m_problems;
    std::unordered_map<int, Keys::const_iterator> m_places;
    std::vector<Resource> m_first;
    int m_count = 0;
    int m_waiting = 0;
    QTimer m_report;
    bool m_isHeld = false;
    bool m_isPinned = false;
};

} // namespace lockkeeper::ui
