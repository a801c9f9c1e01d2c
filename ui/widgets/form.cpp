// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form.h"

#include <QLabel>

namespace lockkeeper::ui {

Form::Form(QWidget* parent)
    : QGridLayout(parent)
{
    setHorizontalSpacing(16);
    setVerticalSpacing(8);
    setColumnStretch(1, 1);
}

int Form::nextRow()
{
    const int row = m_rows++;
    setRowStretch(row, 0);
    setRowStretch(m_rows, 1);
    return row;
}

void Form::addCaption(QWidget& caption, int row, bool isOneLine)
{
    addWidget(&caption, row, 0, isOneLine ? Qt::AlignVCenter : Qt::AlignTop);
}

void Form::addRow(const QString& caption, QWidget* field)
{
    QLabel* label = nullptr;
    if (!caption.isEmpty()) {
        label = new QLabel(caption);
        label->setBuddy(field);
    }
    addRow(label, field);
}

void Form::addRow(QWidget* caption, QWidget* field)
{
    const int row = nextRow();
    if (caption != nullptr)
        addCaption(*caption, row, field->sizePolicy().verticalPolicy() == QSizePolicy::Fixed);
    addWidget(field, row, 1);
}

void Form::addRow(QWidget* caption, QLayout* fields)
{
    const int row = nextRow();
    addCaption(*caption, row, fields->count() > 0 && !fields->hasHeightForWidth());
    addLayout(fields, row, 1);
}

void Form::addRow(QWidget* field)
{
    addWidget(field, nextRow(), 0, 1, 2);
}

void Form::setRowVisible(QWidget* field, bool isVisible)
{
    field->setVisible(isVisible);
    if (QWidget* const caption = captionOf(field))
        caption->setVisible(isVisible);
}

QWidget* Form::captionOf(QWidget* field) const
{
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
    getItemPosition(indexOf(field), &row, &column, &rows, &columns);
    QLayoutItem* const first = column == 1 ? itemAtPosition(row, 0) : nullptr;
    return first != nullptr ? first->widget() : nullptr;
}

} // namespace lockkeeper::ui
