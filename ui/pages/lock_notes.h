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

/// What lies over the table of locks: that its order is paused, how many changes are waiting, that
/// a word of the filter is not understood, and what a filter of an earlier run hides.
class LockNotes final : public QObject {
    Q_OBJECT
public:
    /// `over` takes ownership. `table` is on one of its pages. `locks` and `problems` must outlive
    /// the object.
    LockNotes(QWidget& over, const QTableView& table, LockTable& locks, ProblemList& problems);

    void setPaused(bool isPaused);
    /// The filter was set in an earlier run, and nobody has changed it since.
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
    QTimer m_typing; ///< runs while a word may be unfinished
    bool m_isFilterOld = false;
};

} // namespace lockkeeper::ui
