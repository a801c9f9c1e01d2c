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

enum class Grouping { None, Prefix, Holder, Library };

/// `orders:*`, "billing@web-3 pid 812", "redisson"; empty: no group. Thread-safe.
[[nodiscard]] QString groupName(const observe::LockEntry& entry, Grouping grouping);

[[nodiscard]] bool areReversed(Grouping grouping, int column, Qt::SortOrder direction);

/// Groups of a LockStore's rows. Negative ids are headers. Cost: put() looks up a name; arrange()
/// takes two passes over the slots. Not thread-safe.
class LockGroups {
    Q_DECLARE_TR_FUNCTIONS(LockGroups)
public:
    struct Group {
        QString name;
        QString foldedName{};
        int rows = 0;
        int locks = 0; ///< rows that match the filter and are not gone
        int stale = 0;
        bool isCollapsed = false;
        bool isChanged = false;
    };

    explicit LockGroups(Grouping grouping = Grouping::None);

    [[nodiscard]] Grouping grouping() const noexcept { return m_grouping; }
    [[nodiscard]] bool isOn() const noexcept { return m_grouping != Grouping::None; }
    [[nodiscard]] static constexpr int headerOf(int group) { return -1 - group; }
    [[nodiscard]] static constexpr int groupOf(int header) { return -1 - header; }
    /// Header of rows added while the order was held; it has no group.
    static constexpr int kNewHeader = -1;

    [[nodiscard]] const Group& at(int group) const { return m_groups[std::size_t(group)]; }
    /// -1: none.
    [[nodiscard]] int of(int slot) const;
    /// The slot's group can't have changed.
    [[nodiscard]] bool isSettled(int slot, std::uint64_t rowId) const;
    [[nodiscard]] bool isHidden(int slot) const;
    [[nodiscard]] int lockCount() const noexcept { return m_locks; }

    bool put(int slot, std::uint64_t rowId, const QString& name);
    void remove(int slot);
    void count(int slot, bool isLock, bool isStale);
    void setCollapsed(int group, bool isCollapsed);
    /// Also future groups. False: no change.
    bool setAllCollapsed(bool isCollapsed);
    void collapseAs(const LockGroups& other);

    /// Ids to show: headers by name, each with its slots in the given order; locks without a group
    /// last. `isWhole`: ignores collapsing.
    [[nodiscard]] std::vector<int> arrange(
        const std::vector<int>& slots, bool isReversed, bool isWhole = false);
    /// Their headers must not be shown.
    void dropEmpty();
    [[nodiscard]] std::vector<int> takeChanged();

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
    std::vector<Group> m_groups; ///< the first: for kNewHeader
    QHash<QString, int> m_index;
    std::vector<int> m_inOrder;
    std::vector<int> m_added;
    std::vector<int> m_free;
    std::vector<Slot> m_slots;
    std::vector<int> m_changed;
    QSet<QString> m_exceptions; ///< groups that differ from m_areCollapsed
    bool m_areCollapsed = false;
    int m_locks = 0;
    int m_empty = 0;
};

} // namespace lockkeeper::ui
