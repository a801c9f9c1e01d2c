// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>
#include <QString>
#include <vector>

namespace lockkeeper::ui {

/// What the table of locks is grouped by.
enum class Grouping { None, Prefix, Holder, Library };

/// The name of the group of an entry: `orders:*`, "billing@web-3 pid 812", "redisson". Empty if it
/// has no such part; then it is one of the other locks. Takes some microseconds. Thread-safe.
[[nodiscard]] QString groupName(const observe::LockEntry& entry, Grouping grouping);

/// True if the groups are to be ordered downwards: rows sorted by this column are.
[[nodiscard]] bool areReversed(Grouping grouping, int column, Qt::SortOrder direction);

/// Which group each row of a LockStore is in, and how many locks each group has. Each group
/// has a number, which stays the same while the group has rows. In the order of the shown rows, a
/// group is headed by a negative id: headerOf().
///
/// Not thread-safe. Cost: put() looks up a name; arrange() takes two passes over the slots.
class LockGroups {
    Q_DECLARE_TR_FUNCTIONS(LockGroups)
public:
    struct Group {
        QString name;
        int rows = 0;
        int locks = 0; ///< of the rows, those that match the filter and are not gone
        int stale = 0; ///< of `locks`
        bool isCollapsed = false;
        bool isChanged = false; ///< since takeChanged()
    };

    explicit LockGroups(Grouping grouping = Grouping::None);

    [[nodiscard]] Grouping grouping() const noexcept { return m_grouping; }
    [[nodiscard]] bool isOn() const noexcept { return m_grouping != Grouping::None; }
    /// The id of a group's header, and the other way round.
    [[nodiscard]] static constexpr int headerOf(int group) { return -1 - group; }
    [[nodiscard]] static constexpr int groupOf(int header) { return -1 - header; }
    /// The header of rows that came while the order was held. Its group has no rows of its own.
    static constexpr int kNewHeader = -1;

    [[nodiscard]] const Group& at(int group) const { return m_groups[std::size_t(group)]; }
    /// The group of a slot; -1 if it was not put into one.
    [[nodiscard]] int of(int slot) const;
    /// True if the slot's group can't have changed: it has the same row, and is grouped by name.
    [[nodiscard]] bool isSettled(int slot, std::uint64_t rowId) const;
    [[nodiscard]] bool isHidden(int slot) const;
    /// Locks of all groups.
    [[nodiscard]] int lockCount() const noexcept { return m_locks; }

    /// Puts a slot into the group of that name. Returns true if it was in another one, or in none.
    bool put(int slot, std::uint64_t rowId, const QString& name);
    /// Takes a slot out of its group, if it has one.
    void remove(int slot);
    /// Says whether the slot is counted as a lock of its group, and as a stale one.
    void count(int slot, bool isLock, bool isStale);
    void setCollapsed(int group, bool isCollapsed);
    /// Also for groups that will come. Returns false if all were so already.
    bool setAllCollapsed(bool isCollapsed);
    /// Collapses the groups whose names were collapsed there, and expands the others.
    void collapseAs(const LockGroups& other);

    /// The ids of rows and headers to show: `slots`, group by group, in their order within each.
    /// Groups are ordered by name, the other locks come last. `isWhole`: as if none was collapsed.
    [[nodiscard]] std::vector<int> arrange(
        const std::vector<int>& slots, bool isReversed, bool isWhole = false);
    /// Forgets groups without rows. Their headers must not be shown any more.
    void dropEmpty();
    /// The headers of the groups whose counts changed since the last call.
    [[nodiscard]] std::vector<int> takeChanged();

    /// The name to show, and the counts: "12 locks, 1 stale".
    [[nodiscard]] QString titleOf(int group) const;
    [[nodiscard]] static QString countsText(int locks, int stale);

private:
    struct Slot {
        std::uint64_t rowId = 0;
        int group = -1;
        bool isLock = false;
        bool isStale = false;
    };

    [[nodiscard]] int numberOf(const QString& name);
    void noteChanged(int group);
    void sortAdded();

    Grouping m_grouping;
    std::vector<Group> m_groups; ///< the first stands for kNewHeader
    QHash<QString, int> m_index; ///< by name
    std::vector<int> m_inOrder; ///< groups by name
    std::vector<int> m_added; ///< groups that are not in m_inOrder yet
    std::vector<int> m_free;
    std::vector<Slot> m_slots;
    std::vector<int> m_changed;
    QSet<QString> m_exceptions; ///< names of groups that are not as m_areCollapsed says
    bool m_areCollapsed = false;
    int m_locks = 0;
    int m_empty = 0; ///< groups without rows
};

} // namespace lockkeeper::ui
