// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

class QAbstractItemModel;
class QHBoxLayout;
class QLabel;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace lockkeeper::ui {

class EmptyState;
class TableView;

/// Base class of pages with one table: a title, a note beside it, buttons, and an EmptyState that
/// replaces the table while it has no rows. The table's context menu copies cells and rows.
class TablePage : public Page {
    Q_OBJECT
public:
    explicit TablePage(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] TableView& table() noexcept { return *m_table; }
    [[nodiscard]] const TableView& table() const noexcept { return *m_table; }
    [[nodiscard]] EmptyState& emptyState() noexcept { return *m_empty; }

protected:
    /// Sets the text beside the title. Plain text.
    void setNote(const QString& text);
    /// Adds a button to the right of the note. The page takes ownership.
    void addButton(QWidget* button);
    /// Adds a widget below the table, with a handle between them. The page takes ownership.
    void addBelow(QWidget* widget);
    /// Gives so many pixels of height to the widget below, unless the user has moved the handle.
    void setBelow(int height);
    /// Shows `model`, which must outlive the page.
    void setModel(QAbstractItemModel& model);
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTableOrEmpty();
    void showMenu(const QPoint& position);

    QLabel* m_title;
    QLabel* m_note;
    QHBoxLayout* m_head;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    bool m_isSplitByUser = false;
    TableView* m_table;
    EmptyState* m_empty;
};

} // namespace lockkeeper::ui
