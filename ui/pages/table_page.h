// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace lockkeeper::ui {

class EmptyState;
class TableView;

/// The frame of a page with one table: a title, a line about it, room for buttons, and an empty
/// state in the table's place.
class TablePage : public QWidget {
    Q_OBJECT
public:
    explicit TablePage(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] TableView& table() noexcept { return *m_table; }
    [[nodiscard]] EmptyState& emptyState() noexcept { return *m_empty; }

protected:
    /// Plain text beside the title.
    void setNote(const QString& text);
    void addButton(QWidget* button);
    /// Shows `model`, which must outlive the page; the empty state while it has no rows.
    void setModel(QAbstractItemModel& model);

private:
    void showTableOrEmpty();

    QLabel* m_note;
    QHBoxLayout* m_head;
    QStackedWidget* m_stack;
    TableView* m_table;
    EmptyState* m_empty;
};

} // namespace lockkeeper::ui
