// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/apply.h"
#include "core/release/safety.h"
#include "ui/models/table/table_model.h"

namespace lockkeeper::ui {

/// One lock among those that are to be freed together.
struct BulkItem {
    Resource resource;
    observe::LockEntryPtr entry{}; ///< as it was last; null: no master that answers stores it
    QString holder{};
    std::optional<Fingerprint> token{}; ///< that is freed; nullopt: nothing can be done to the lock
    release::Action action = release::Action::Release;
    /// (Revoke) Once its holder has surely ended, it is released instead.
    bool isReleasedIfEnded = false;
    QString deed{}; ///< what happens to it: "release"
    release::SafetyVerdict safety{};
    release::ProcessCheck check{}; ///< that `safety` rests on, with `said`
    std::optional<release::LifeReport> said{}; ///< nullopt: nobody was asked, or has answered
    /// Somebody reviewed it and decided to leave it alone if its holder may live.
    bool isLeftAloneIfLiving = false;
    observe::Votes seen{}; ///< of a repeatable value, when the lock was shown first; else empty
    /// Of a reviewed line: nullopt, it is none.
    std::optional<std::vector<release::PlannedExpiry>> expiries{};
    bool isTicked = false;
    QString state{}; ///< why it is left alone, or what came of it; plain text
    std::optional<release::AppliedLock> outcome{};

    [[nodiscard]] bool isProven() const noexcept
    {
        return safety.safety == release::Safety::SafeToFree;
    }
};

/// What happens to a lock: "release".
[[nodiscard]] QString deedWord(release::Action action);

/// The locks that are to be freed together, each with its own token and verdict, under headings:
/// see GroupRole. Those whose holder has surely ended are ticked; the others can be ticked once
/// that was confirmed for all. Locks are named by their index in items(). GUI thread only.
class BulkModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { ResourceName, Holder, Safe, Deed };
    static constexpr int kColumnCount = Deed + 1;

    explicit BulkModel(std::vector<BulkItem> items, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<BulkItem>& items() const noexcept { return m_items; }
    /// The ticked locks, in the order of the rows.
    [[nodiscard]] std::vector<std::size_t> ticked() const;
    /// How many locks something can be done to, also if their holder may live.
    [[nodiscard]] std::size_t possibleCount() const;
    /// How many of them have a holder that has surely ended.
    [[nodiscard]] std::size_t provenCount() const;
    /// Ticks those whose holder may live, or unticks them all.
    void setConfirmed(bool isConfirmed);
    /// The row of a lock; the lock of a row, nullopt: it is a heading.
    [[nodiscard]] int rowOf(std::size_t item) const;
    [[nodiscard]] std::optional<std::size_t> itemAt(int row) const;
    /// What has become of the holder's process. Call it before setEntry(), which shows it.
    void setCheck(std::size_t item, const release::ProcessCheck& check);
    /// What somebody says of the holder. Call it before setEntry(), too.
    void setSaid(std::size_t item, const std::optional<release::LifeReport>& said);
    /// The lock as it is now; null: no master stores it. With another token it is left alone, and
    /// with a repeatable one that was set anew, unless its holder has ended. A renewal refutes that
    /// its holder has ended: then it has to be confirmed. Call showChanges() after all of them.
    void setEntry(std::size_t item, const observe::LockEntryPtr& entry, SteadyTime now);
    /// Shows what setEntry() has changed.
    void showChanges();
    /// What is done to a lock whose holder may live.
    void setDeed(std::size_t item, release::Action action, const QString& deed);
    void setOutcome(std::size_t item, const release::AppliedLock& outcome);
    void setState(std::size_t item, const QString& state);
    /// No lock can be ticked any more, or changes. What is not ticked is left alone, and says so.
    void freeze();

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void ticksChanged();

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    enum class Group { Ended, MayLive, LeftAlone };

    [[nodiscard]] bool canBeTicked(const BulkItem& item) const;
    [[nodiscard]] static Group groupOf(const BulkItem& item);
    /// Of the locks of a group that can be ticked; nullopt: none can.
    [[nodiscard]] std::optional<Qt::CheckState> tickOf(Group group) const;
    [[nodiscard]] static QString text(const BulkItem& item, int column);
    [[nodiscard]] QVariant heading(Group group, int role) const;
    void group();
    static void setProven(BulkItem& item);
    static void leaveAlone(BulkItem& item, const QString& why);
    void emitAll();

    /// A heading, or the lock below one.
    struct Row {
        Group group;
        std::optional<std::size_t> item;
    };
    std::vector<BulkItem> m_items;
    std::vector<Row> m_rows;
    std::vector<int> m_rowOf; ///< by item
    bool m_isConfirmed = false; ///< also for locks whose holder may live
    bool m_isFrozen = false;
    bool m_isRegrouped = false; ///< a lock belongs to another group than the rows show
    bool m_hasChanged = false; ///< since showChanges()
};

} // namespace lockkeeper::ui
