// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper::ui {

class LockFilterProxy;

/// The line above the locks: filter, toggles with counts, pause and acquire. `locks` must outlive
/// it.
class LockFilterBar final : public QWidget {
    Q_OBJECT
public:
    explicit LockFilterBar(LockFilterProxy& locks, QWidget* parent = nullptr);

    void focusFilter();
    void setPaused(bool isPaused);
    void clearFilters();

    [[nodiscard]] QString filterText() const;
    void setFilterText(const QString& text);

Q_SIGNALS:
    void pauseToggled(bool isPaused);
    void acquireRequested();
    /// From the filter, by the Down key: to the table.
    void tableWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QPushButton* createToggle(const QString& name, const QString& hint);
    void createLayout();
    void connectSignals();
    void showCounts();
    /// Shorter texts where the whole ones have no room.
    void fit();
    void setCompact(bool isCompact);

    LockFilterProxy& m_locks;
    QLineEdit* m_filter;
    QPushButton* m_stale;
    QPushButton* m_neverExpires;
    QPushButton* m_split;
    QPushButton* m_pause;
    QPushButton* m_acquire;
    QLabel* m_count;
};

} // namespace lockkeeper::ui
