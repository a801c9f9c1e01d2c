// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/models/own_lease_model.h"
#include "ui/pages/lock_detail.h"

#include <QWidget>
#include <set>

class QMenu;
class QSettings;
class QSplitter;
class QStackedWidget;

namespace lockkeeper::ui {

class Banner;
class EmptyState;
class LockFilterBar;
class LockFilterProxy;
class TableView;

/// The locks of all masters in one table, and the details of the selected one.
class LocksPage final : public QWidget {
    Q_OBJECT
public:
    /// All must outlive the page.
    struct Models {
        LockFilterProxy& locks;
        VoteTableModel& votes;
        const OwnLeaseModel& leases;
    };

    /// `patterns` names what is watched, in words.
    LocksPage(const Models& models, const Clock& clock, const QString& patterns,
        QWidget* parent = nullptr);

    /// The lock that is shown below the table; null if none is selected.
    [[nodiscard]] const observe::LockEntryPtr& selectedEntry() const;
    /// True if it is still there.
    [[nodiscard]] bool isSelectedThere() const;
    [[nodiscard]] std::optional<LeaseInfo> selectedLease() const;
    void select(const Resource& resource);

    [[nodiscard]] bool isPaused() const { return m_holds.contains(Hold::Pause); }
    /// Entries that a context menu gets below its own.
    void setLockMenu(QMenu* menu) { m_lockMenu = menu; }

    void saveState(QSettings& settings) const;
    void restoreState(const QSettings& settings);

public Q_SLOTS:
    /// The models have taken this update.
    void showUpdate(const lockkeeper::ui::BoardUpdatePtr& update);
    void tick();
    void focusFilter();
    void setPaused(bool isPaused);
    /// While a dialog is open nothing moves.
    void setDialogOpen(bool isOpen);

Q_SIGNALS:
    void acquireRequested();
    void releaseRequested(const lockkeeper::Resource& resource);
    void releaseLeaseRequested(int leaseId);
    void extendRequested(int leaseId);
    void pausedChanged(bool isPaused);
    /// Another lock is selected, or its state changed.
    void selectionChanged();

private:
    /// Why the order is held.
    enum class Hold { Pause, Dialog, Menu };

    void createTable();
    void createLayout();
    void connectSignals();
    void connectDetail();
    void setHold(Hold hold, bool isOn);
    void showSelected();
    [[nodiscard]] LockDetail::Subject selectedSubject() const;
    void restoreSelection();
    void showEmptyState();
    void showMenu(const QPoint& position);

    Models m_models;
    QString m_patterns;
    std::optional<Resource> m_selected;
    std::set<Hold> m_holds;
    BoardUpdatePtr m_update;
    QMenu* m_lockMenu = nullptr;
    LockFilterBar* m_bar;
    Banner* m_banner;
    TableView* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    LockDetail* m_detail;
};

} // namespace lockkeeper::ui
