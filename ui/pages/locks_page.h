// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/models/master_table_model.h"
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

class LocksPage final : public Page {
    Q_OBJECT
public:
    /// Must outlive the page.
    struct Models {
        LockTable& locks;
        const OwnLeaseModel& leases;
        const MasterTableModel& masters;
    };

    LocksPage(
        const Models& models, const Clock& clock, QString patterns, QWidget* parent = nullptr);

    [[nodiscard]] const observe::LockEntryPtr& selectedEntry() const;
    [[nodiscard]] std::optional<Resource> subject() const override;
    [[nodiscard]] bool isSelectedThere() const;
    bool focusFilter() override;
    [[nodiscard]] std::vector<Resource> selectedResources(int limit) const;
    /// Of the shown rows, from the top.
    [[nodiscard]] std::vector<Resource> staleResources() const;
    [[nodiscard]] int selectedCount() const;
    [[nodiscard]] std::optional<LeaseInfo> selectedLease() const;
    void select(const Resource& resource);

    [[nodiscard]] bool isPaused() const { return m_hold->has(OrderHold::Reason::Pause); }
    /// Must outlive the page.
    void setLockMenu(QMenu* menu) { m_lockMenu = menu; }
    void setTellMenu(QMenu& menu) { m_detail->setTellMenu(menu); }
    /// Takes ownership.
    void addDetailSection(QWidget& section, const QString& title)
    {
        m_detail->addSection(section, title);
    }
    [[nodiscard]] LockGrouping& grouping() const { return *m_grouping; }

    void saveState(QSettings& settings, const QString& deployment) const;
    void restoreState(const QSettings& settings, const QString& deployment);

public Q_SLOTS:
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);
    void tick();
    void focusDetail();
    void focusHolders();
    void setPaused(bool isPaused);
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    void setDialogOpen(bool isOpen);

Q_SIGNALS:
    void acquireRequested();
    void mastersRequested();
    void waitsRequested();
    void staleRequested();
    void listenRequested();
    void releaseSelectedRequested();
    void releaseRequested(const lockkeeper::Resource& resource);
    void revokeRequested(const lockkeeper::Resource& resource);
    void freeHolderRequested(
        const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    void openRequested(const lockkeeper::Resource& resource);
    void extendRequested(int leaseId);
    void pausedChanged(bool isPaused);
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
    std::size_t m_fittedMasters = 0;
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
