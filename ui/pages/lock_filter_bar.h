// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/shapes.h"
#include "ui/models/locks/filter_term.h"

#include <QWidget>
#include <array>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

namespace lockkeeper::ui {

class Chip;
class FilterCompleter;
class LockTable;

/// Filter, chips with counts, and buttons. A chip toggles its word in the filter.
class LockFilterBar final : public QWidget {
    Q_OBJECT
public:
    explicit LockFilterBar(LockTable& locks, QWidget* parent = nullptr);

    void focusFilter();
    void setPaused(bool isPaused);
    void setReadOnly(bool isReadOnly, const QString& refusal = {});
    void setWaitsKnown(bool areWaitsKnown);

    /// `menu` must outlive the bar.
    void setGroupMenu(QMenu& menu);

    [[nodiscard]] QString filterText() const;
    void setFilterText(const QString& text);
    void editFilter(const QString& text);

Q_SIGNALS:
    void pauseToggled(bool isPaused);
    void acquireRequested();
    void tableWanted();
    void filterEdited();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] Chip* createChip(
        const QString& name, const QString& hint, LockShape shape, Tone tone);
    void createFilter();
    void createLayout();
    void connectSignals();
    void connectFilter();
    void showFilter();
    void showCounts();
    void fit();
    void setCompact(bool isCompact);
    void hideEmptyChips(bool areHidden);

    struct Toggle {
        Chip* button;
        FilterState state;
    };
    [[nodiscard]] std::array<Toggle, 4> toggles() const;

    LockTable& m_locks;
    QLineEdit* m_filter;
    FilterCompleter* m_completer;
    QAction* m_warning; ///< for words without meaning
    Chip* m_stale;
    Chip* m_deadlock;
    Chip* m_neverExpires;
    Chip* m_split;
    QPushButton* m_group;
    QPushButton* m_pause;
    QPushButton* m_acquire;
    QLabel* m_count;
    bool m_areWaitsKnown = true;
};

} // namespace lockkeeper::ui
