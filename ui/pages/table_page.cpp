// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/table_page.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>

namespace lockkeeper::ui {

TablePage::TablePage(const QString& title, QWidget* parent)
    : Page(parent)
    , m_title(titleLabel(title, TextSize::Title, this))
    , m_note(noteLabel(this))
    , m_head(new QHBoxLayout)
    , m_stack(new QStackedWidget(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(new TableView(this))
    , m_empty(new EmptyState(this))
{
    m_head->setContentsMargins(12, 8, 12, 8);
    m_head->setSpacing(12);
    m_head->addWidget(m_title);
    m_head->addWidget(m_note, 1);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    setFirst(m_table);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 0);
    layout->addLayout(m_head);
    m_splitter->addWidget(m_stack);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    layout->addWidget(m_splitter, 1);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &TablePage::showMenu);
}

void TablePage::setNote(const QString& text)
{
    m_note->setText(text);
    fitTitle();
}

void TablePage::addButton(QWidget* button)
{
    m_head->addWidget(button);
}

void TablePage::addBelow(QWidget* widget)
{
    m_splitter->addWidget(widget);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
}

void TablePage::setBelow(int height)
{
    if (!m_isSplitByUser)
        m_splitter->setSizes({m_splitter->height() - height, height});
}

void TablePage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fitTitle();
}

/// It is hidden before the note gets too short: the navigation has it.
void TablePage::fitTitle()
{
    constexpr int kShortNote = 20; // characters
    const QMargins margins = m_head->contentsMargins();
    int needed = margins.left() + margins.right() + m_title->sizeHint().width();
    for (int i = 0; i < m_head->count(); ++i) {
        const QWidget* const widget = m_head->itemAt(i)->widget();
        if (widget != nullptr && widget != m_title && widget != m_note)
            needed += m_head->spacing() + widget->sizeHint().width();
    }
    if (!m_note->text().isEmpty())
        needed += m_head->spacing()
            + std::min(m_note->fontMetrics().horizontalAdvance(m_note->text()),
                kShortNote * m_note->fontMetrics().averageCharWidth());
    m_title->setVisible(needed <= width());
}

void TablePage::setModel(QAbstractItemModel& model)
{
    m_table->setModel(&model);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &TablePage::showTableOrEmpty);
    connect(&model, &QAbstractItemModel::modelReset, this, &TablePage::showTableOrEmpty);
    showTableOrEmpty();
}

void TablePage::showMenu(const QPoint& position)
{
    const QPersistentModelIndex index = m_table->indexAt(position);
    QMenu menu(this);
    if (index.isValid()) {
        addRowActions(menu);
        menu.addAction(tr("Copy cell"), this,
            [index] { QGuiApplication::clipboard()->setText(TableView::cellText(index)); });
        menu.addAction(tr("Copy row"), this,
            [index] { QGuiApplication::clipboard()->setText(TableView::rowText(index)); });
        menu.addSeparator();
    }
    m_table->addColumnActions(*menu.addMenu(tr("Columns")));
    menu.exec(m_table->viewport()->mapToGlobal(position));
}

void TablePage::showTableOrEmpty()
{
    m_stack->setCurrentIndex(m_table->model()->rowCount() > 0 ? 0 : 1);
}

} // namespace lockkeeper::ui
