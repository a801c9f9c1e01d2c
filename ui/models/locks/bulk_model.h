// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/apply.h"
#include "core/release/safety.h"
#include "ui/models/table/table_model.h"

#include <map>

namespace lockkeeper::ui {

struct BulkItem {
    Resource resource;
    observe::LockEntryPtr entry{}; ///< null: no answering master stores it
    QString holder{};
    std::optional<Fingerprint> token{}; ///< nullopt: nothing can be done
    release::Action action = release::Action::Release;
    bool isDeedProposed = false; ///< the action follows the safety: release::proposedAction()
    QString deed{}; ///< the action in a word: "release"
    release::SafetyVerdict safety{};
    release::ProcessCheck check{}; ///< `safety` rests on it and on `said`
    std::optional<release::LifeReport> said{}; ///< nullopt: not asked, or no answer
    bool isLeftAloneIfLiving = false;
    observe::Votes seen{}; ///< when first shown, if its value is repeatable
    /// Nullopt: not reviewed.
    std::optional<std::vector<release::PlannedExpiry>> expiries{};
    bool isTicked = false;
    QString state{}; ///< why it is left alone, or its outcome
    std::optional<release::AppliedLock> outcome{};

    [[nodiscard]] bool isProven() const noexcept
    {
        return safety.safety == release::Safety::SafeToFree;
    }
    [[nodiscard]] bool mayLive() const noexcept
    {
        return release::proposedAction(safety) == release::Action::Revoke;
    }
};

[[nodiscard]] QString deedWord(release::Action action);

/// Table model of locks to free together, under headings. Ticks locks whose holder has surely
/// ended; setConfirmed() permits and ticks the others, except those whose holder is seen to live.
/// `item` indexes items().
class BulkModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { ResourceName, Holder, Safe, Deed };

    explicit BulkModel(std::vector<BulkItem> items, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<BulkItem>& items() const noexcept { return m_items; }
    [[nodiscard]] std::vector<std::size_t> ticked() const;
    [[nodiscard]] std::size_t possibleCount() const;
    [[nodiscard]] std::size_t provenCount() const;
    /// Ticks or unticks locks whose holder may live; one that surely does can be ticked then.
    void setConfirmed(bool isConfirmed);
    [[nodiscard]] int rowOf(std::size_t item) const;
    [[nodiscard]] std::optional<std::size_t> itemAt(int row) const;
    void setCheck(std::size_t item, const release::ProcessCheck& check);
    void setSaid(std::size_t item, const std::optional<release::LifeReport>& said);
    /// Null: not stored. Leaves the lock alone if the token changed, or if a repeatable value was
    /// set anew and the holder may live. A renewal refutes the holder's end: the lock must be
    /// confirmed. Call it after setCheck() and setSaid(), before showChanges().
    void setEntry(std::size_t item, const observe::LockEntryPtr& entry, SteadyTime now);
    void showChanges();
    void setDeed(std::size_t item, release::Action action, const QString& deed);
    void setDeedText(std::size_t item, const QString& deed);
    void setOutcome(std::size_t item, const release::AppliedLock& outcome);
    void setState(std::size_t item, const QString& state);
    void freeze();

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void ticksChanged();

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    enum class Group { Living, Ended, ProcessOver, MayLive, LeftAlone };

    [[nodiscard]] bool isTickedBySentence(const BulkItem& item) const;
    [[nodiscard]] bool canBeTicked(const BulkItem& item) const;
    [[nodiscard]] static Group groupOf(const BulkItem& item);
    [[nodiscard]] std::optional<Qt::CheckState> tickOf(Group group) const;
    [[nodiscard]] QString text(const BulkItem& item, int column) const;
    [[nodiscard]] QString safetyText(const BulkItem& item) const;
    [[nodiscard]] QVariant heading(Group group, int role) const;
    void group();
    void findCommon();
    static void leaveAlone(BulkItem& item, const QString& why);
    void emitAll();

    struct Row {
        Group group;
        std::optional<std::size_t> item;
    };
    std::vector<BulkItem> m_items;
    std::vector<Row> m_rows;
    std::vector<int> m_rowOf;
    std::map<Group, std::vector<std::string>> m_common;
    bool m_isConfirmed = false;
    bool m_isFrozen = false;
    bool m_isRegrouped = false; ///< a lock is in a wrong group
    bool m_hasChanged = false;
};

} // namespace lockkeeper::ui
