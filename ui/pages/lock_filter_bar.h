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

/// The bar above the locks: the filter, chips with counts, and the buttons Group, Pause and
/// Acquire. A chip puts its word into the filter, or takes it out. `locks` must outlive
/// the bar.
class LockFilterBar final : public QWidget {
    Q_OBJECT
public:
    explicit LockFilterBar(LockTable& locks, QWidget* parent = nullptr);

    /// Moves the focus to the filter and selects its text.
    void focusFilter();
    /// Shows whether the order of the rows is held. Does not emit pauseToggled().
    void setPaused(bool isPaused);
    /// While read-only, nothing can be acquired; the button says why.
    void setReadOnly(bool isReadOnly, const QString& refusal = {});

    /// What its button Group opens. `menu` must outlive the bar.
    void setGroupMenu(QMenu& menu);

    [[nodiscard]] QString filterText() const;
    void setFilterText(const QString& text);
    /// As if the user had typed `text`.
    void editFilter(const QString& text);

Q_SIGNALS:
    void pauseToggled(bool isPaused);
    void acquireRequested();
    /// The user pressed Down or Return in the filter: move the focus to the table.
    void tableWanted();
    /// The user changed the filter; setFilterText() does not emit this.
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
    /// Shows by the buttons and in the field what the filter says.
    void showFilter();
    void showCounts();
    /// Uses shorter texts if the full ones do not fit into the bar's width, and leaves out what
    /// the menu has, too.
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
    QAction* m_warning; ///< in the field, if a word is not understood
    Chip* m_stale;
    Chip* m_deadlock;
    Chip* m_neverExpires;
    Chip* m_split;
    QPushButton* m_group; ///< opens the menu; hidden if there is no room
    QPushButton* m_pause;
    QPushButton* m_acquire;
    QLabel* m_count;
};

} // namespace lockkeeper::ui
