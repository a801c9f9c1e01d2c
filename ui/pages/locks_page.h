// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/models/own_lease_model.h"
#include "ui/pages/lock_detail.h"
#include "ui/pages/order_hold.h"
#include "ui/pages/page.h"

class QMenu;
class QSettings;
class QStackedWidget;

namespace lockkeeper::ui {

class DetailSplitter;
class EmptyState;
class LockFilterBar;
class GroupedTableView;
class LockTable;
class LockGrouping;
class LockNotes;
class ProblemList;
class ProblemPanel;

/// The page with the table of all locks and the details of the selected one.
class LocksPage final : public Page {
    Q_OBJECT
public:
    /// The models must outlive the page.
    struct Models {
        LockTable& locks;
        const OwnLeaseModel& leases;
    };

    /// `patterns`: the watched key patterns, in words. `clock` must outlive the page.
    LocksPage(
        const Models& models, const Clock& clock, QString patterns, QWidget* parent = nullptr);

    /// The lock that the detail pane shows; null if none is selected. It may be gone.
    [[nodiscard]] const observe::LockEntryPtr& selectedEntry() const;
    [[nodiscard]] std::optional<Resource> subject() const override;
    /// True if a lock is selected, is not gone, and has a row in the table.
    [[nodiscard]] bool isSelectedThere() const;
    bool focusFilter() override;
    /// All selected locks, if they are at most `limit`; else nothing.
    [[nodiscard]] std::vector<Resource> selectedResources(int limit) const;
    /// The number of selected locks.
    [[nodiscard]] int selectedCount() const;
    /// The lease of the selected lock, if this window holds it.
    [[nodiscard]] std::optional<LeaseInfo> selectedLease() const;
    /// Selects a lock. It is shown once it has a row.
    void select(const Resource& resource);

    [[nodiscard]] bool isPaused() const { return m_hold->has(OrderHold::Reason::Pause); }
    /// The context menu of a row begins with the actions of `menu`, which must outlive the page.
    void setLockMenu(QMenu* menu) { m_lockMenu = menu; }
    /// What the detail pane's button opens. `menu` must outlive the page.
    void setTellMenu(QMenu& menu) { m_detail->setTellMenu(menu); }
    /// Adds a section to the detail pane, which takes ownership.
    void addDetailSection(QWidget& section, const QString& title)
    {
        m_detail->addSection(section, title);
    }
    /// How the table is grouped.
    [[nodiscard]] LockGrouping& grouping() const { return *m_grouping; }

    /// The filter is kept for the deployment, the rest for all.
    void saveState(QSettings& settings, const QString& deployment) const;
    void restoreState(const QSettings& settings, const QString& deployment);

public Q_SLOTS:
    /// Call it after the models have applied `update`.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);
    /// Call it regularly. Refreshes the times in the detail pane.
    void tick();
    /// Shows the detail pane, and gives it the focus.
    void focusDetail();
    /// The same for the holders of a lock that several have.
    void focusHolders();
    /// Holds the order of the rows, or lets it go. Emits pausedChanged() on a change.
    void setPaused(bool isPaused);
    /// While read-only, the buttons that change something are disabled and say why.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    /// Holds the order of the rows while a dialog is open.
    void setDialogOpen(bool isOpen);

Q_SIGNALS:
    void acquireRequested();
    /// The user wants to hear which keys are used as locks.
    void listenRequested();
    /// The user wants to release what is selected.
    void releaseSelectedRequested();
    void releaseRequested(const lockkeeper::Resource& resource);
    void revokeRequested(const lockkeeper::Resource& resource);
    void freeHolderRequested(
        const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    /// The user wants to open the lock: by Return or a double click on its row.
    void openRequested(const lockkeeper::Resource& resource);
    void extendRequested(int leaseId);
    void pausedChanged(bool isPaused);
    /// Another lock is selected, or the state of the selected lock may have changed.
    void selectionChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void createLayout();
    void connectSignals();
    void connectDetail();
    void connectHold();
    void connectProblems();
    void fitVotes();
    void showSelected();
    /// False: no lock is selected.
    bool showDetail();
    [[nodiscard]] LockDetail::Subject selectedSubject() const;
    void restoreSelection();
    void deselect();
    void showEmptyState();
    void showMenu(const QPoint& position);

    Models m_models;
    QString m_patterns;
    bool m_isReadOnly = false;
    std::optional<Resource> m_selected;
    BoardUpdatePtr m_update;
    std::size_t m_fittedMasters = 0; ///< the column of votes is wide enough for these
    QMenu* m_lockMenu = nullptr;
    ProblemList* m_problems;
    ProblemPanel* m_problemPanel;
    LockFilterBar* m_bar;
    GroupedTableView* m_table;
    LockGrouping* m_grouping;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    LockNotes* m_notes;
    OrderHold* m_hold;
    LockDetail* m_detail;
    DetailSplitter* m_splitter;
};

} // namespace lockkeeper::ui
