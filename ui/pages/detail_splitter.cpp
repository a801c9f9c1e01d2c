// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail_splitter.h"

#include "ui/widgets/table_view.h"

#include <QEvent>

namespace lockkeeper::ui {

namespace {

constexpr int kFewestRows = 5; ///< that are shown beside the details
constexpr int kFewestInLow = 2; ///< if there is no room for more

} // namespace

DetailSplitter::DetailSplitter(QWidget& above, TableView& table, QWidget& details, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_above(above)
    , m_table(table)
    , m_details(details)
{
    addWidget(&above);
    addWidget(&details);
    setStretchFactor(0, 1);
    setCollapsible(0, false);
    setSizes({400, 232});
    above.installEventFilter(this);
}

void DetailSplitter::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    fitRows();
}

bool DetailSplitter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ContentsRectChange)
        fitRows();
    return QSplitter::eventFilter(watched, event);
}

void DetailSplitter::fitRows()
{
    const int room = height() - handleWidth() - m_above.contentsMargins().bottom()
        - m_details.minimumSizeHint().height();
    int rows = kFewestRows;
    while (rows > kFewestInLow && m_table.heightOfRows(rows) > room)
        --rows;
    m_table.setMinimumHeight(m_table.heightOfRows(rows));
}

} // namespace lockkeeper::ui
