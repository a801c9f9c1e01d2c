// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

class QTableView;

namespace lockkeeper::ui {

class Banner;
class FloatingNotes;
class LockTable;
class ProblemList;

/// Notes over the locks: paused order, waiting changes, faults and effects of the filter.
class LockNotes final : public QObject {
    Q_OBJECT
public:
    /// `over` owns it and has `table` on a page. `locks` and `problems` must outlive it.
    LockNotes(QWidget& over, const QTableView& table, LockTable& locks, ProblemList& problems);

    void setPaused(bool isPaused);
    /// The filter is from an earlier run.
    void setFilterOld(bool isOld);

Q_SIGNALS:
    void resumeRequested();
    void clearFilterRequested();

private:
    void showWaiting();
    void showComplaint();
    void showHidden();

    LockTable& m_locks;
    ProblemList& m_problems;
    FloatingNotes* m_notes;
    Banner* m_pause;
    Banner* m_complaint;
    Banner* m_hidden;
    Banner* m_waiting;
    QTimer m_typing; ///< a word may be unfinished
    bool m_isFilterOld = false;
};

} // namespace lockkeeper::ui
