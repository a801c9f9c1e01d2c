// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/table_page.h"

#include "ui/look/look_style.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

namespace lockkeeper::ui {

TablePage::TablePage(const QString& title, QWidget* parent)
    : Page(parent)
    , m_title(titleLabel(title, TextSize::Title, this))
    , m_note(noteLabel(this))
    , m_buttons(new QWidget(this))
    , m_head(new QGridLayout)
    , m_stack(new QStackedWidget(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(new TableView(this))
    , m_empty(new EmptyState(this))
{
    m_title->setObjectName(QStringLiteral("pageTitle"));
    m_head->setContentsMargins(12, 8, 12, 8);
    m_head->setHorizontalSpacing(12);
    m_head->setVerticalSpacing(4);
    m_head->setColumnStretch(1, 1);
    m_buttons->setLayout(boxLayout<QHBoxLayout>(nullptr, {}, 12));
    m_buttons->installEventFilter(this);
    m_head->addWidget(m_title, 0, 0);
    m_head->addWidget(m_note, 0, 1);
    m_head->addWidget(m_buttons, 0, 2);
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
    fitHead();
}

void TablePage::addButton(QWidget* button)
{
    m_buttons->layout()->addWidget(button);
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
    fitHead();
}

/// Without room, buttons stand below the title. Hidden buttons count: selecting a row must not move
/// the table.
void TablePage::fitHead()
{
    constexpr int kShortNote = 20; // characters
    int needed = 0;
    int height = 0;
    for (const QWidget* const control :
        m_buttons->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (qobject_cast<const QLabel*>(control) == nullptr) // messages come and go
            needed += m_head->horizontalSpacing() + control->sizeHint().width();
        height = std::max(height, control->sizeHint().height());
    }
    m_widest = std::max(m_widest, needed);
    const QMargins margins = m_head->contentsMargins();
    const QFontMetrics metrics = m_note->fontMetrics();
    const int note = std::min(metrics.horizontalAdvance(m_note->text()),
        static_cast<int>(kShortNote * letterWidth(metrics)));
    const int title = margins.left() + m_title->sizeHint().width() + m_head->horizontalSpacing();
    const bool areBelow = m_widest > 0 && title + note + m_widest + margins.right() > width();
    if (std::exchange(m_areButtonsBelow, areBelow) == areBelow)
        return;
    m_head->removeWidget(m_buttons);
    m_buttons->setMinimumHeight(areBelow ? height : 0);
    if (areBelow)
        m_head->addWidget(m_buttons, 1, 0, 1, 3, Qt::AlignRight);
    else
        m_head->addWidget(m_buttons, 0, 2);
}

bool TablePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_buttons && event->type() == QEvent::LayoutRequest)
        fitHead();
    return Page::eventFilter(watched, event);
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
        TableView::addCopyActions(menu, index);
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
