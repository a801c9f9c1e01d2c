// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

class QAbstractItemModel;
class QGridLayout;
class QLabel;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace lockkeeper::ui {

class EmptyState;
class TableView;

/// Page with one table, or an EmptyState without rows. The context menu copies.
class TablePage : public Page {
    Q_OBJECT
public:
    explicit TablePage(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] TableView& table() noexcept { return *m_table; }
    [[nodiscard]] const TableView& table() const noexcept { return *m_table; }
    [[nodiscard]] EmptyState& emptyState() noexcept { return *m_empty; }

protected:
    void setNote(const QString& text);
    /// Takes ownership.
    void addButton(QWidget* button);
    /// Takes ownership.
    void addBelow(QWidget* widget);
    /// Pixels; ignored once the user moved the handle.
    void setBelow(int height);
    /// `model` must outlive the page.
    void setModel(QAbstractItemModel& model);
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    virtual void addRowActions(QMenu&) { }

private:
    void fitHead();
    void showTableOrEmpty();
    void showMenu(const QPoint& position);

    QLabel* m_title;
    QLabel* m_note;
    QWidget* m_buttons;
    QGridLayout* m_head;
    bool m_areButtonsBelow = false;
    int m_widest = 0; ///< of all buttons beside each other
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    bool m_isSplitByUser = false;
    TableView* m_table;
    EmptyState* m_empty;
};

} // namespace lockkeeper::ui
