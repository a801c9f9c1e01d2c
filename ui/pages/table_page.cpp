// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/table_page.h"

#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockkeeper::ui {

TablePage::TablePage(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_note(plainLabel({}, this))
    , m_head(new QHBoxLayout)
    , m_stack(new QStackedWidget(this))
    , m_table(new TableView(this))
    , m_empty(new EmptyState(this))
{
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_head->setContentsMargins(12, 8, 10, 8);
    m_head->setSpacing(12);
    m_head->addWidget(titleLabel(title, 2, this));
    m_head->addWidget(m_note, 1);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    setFocusProxy(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_head);
    layout->addWidget(m_stack, 1);
}

void TablePage::setNote(const QString& text)
{
    m_note->setText(text);
}

void TablePage::addButton(QWidget* button)
{
    m_head->addWidget(button);
}

void TablePage::setModel(QAbstractItemModel& model)
{
    m_table->setModel(&model);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, signal, this, &TablePage::showTableOrEmpty);
    connect(&model, &QAbstractItemModel::modelReset, this, &TablePage::showTableOrEmpty);
    showTableOrEmpty();
}

void TablePage::showTableOrEmpty()
{
    m_stack->setCurrentIndex(m_table->model()->rowCount() > 0 ? 0 : 1);
}

} // namespace lockkeeper::ui
