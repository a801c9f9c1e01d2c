// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/switch_dialog.h"

#include "ui/widgets/table_view.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

SwitchDialog::SwitchDialog(DeploymentListModel& deployments, QWidget* parent)
    : QDialog(parent)
    , m_deployments(deployments)
    , m_filter(new QLineEdit(this))
    , m_table(new TableView(this))
    , m_open(new QPushButton(tr("Open deployment"), this))
{
    setObjectName(u"switchDialog"_s);
    setWindowTitle(tr("Switch deployment"));
    m_filter->setObjectName(u"switchLineEdit"_s);
    m_filter->setPlaceholderText(tr("A part of the name"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setAccessibleDescription(
        tr("A part of the name. Up and Down select a deployment, Enter opens it."));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_matching.setSourceModel(&m_deployments);
    m_matching.setFilterKeyColumn(DeploymentListModel::Name);
    m_matching.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setObjectName(u"switchTable"_s);
    m_table->setAccessibleName(tr("Deployments"));
    m_table->setModel(&m_matching);
    m_open->setObjectName(u"openButton"_s);
    m_open->setDefault(true);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    resize(600, 340);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &SwitchDialog::choose);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &SwitchDialog::choose);
    connect(m_table, &TableView::currentRowChanged, this,
        [this](const QModelIndex& current) { m_open->setEnabled(current.isValid()); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_matching.setFilterFixedString(text);
        selectFirst();
    });
    selectFirst();
}

void SwitchDialog::selectFirst()
{
    m_table->setCurrentIndex(m_matching.index(0, 0));
    m_open->setEnabled(m_matching.rowCount() > 0);
}

/// Up and Down move through the table.
bool SwitchDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        const QModelIndex next = m_matching.index(m_table->currentIndex().row() + step, 0);
        if (step != 0 && next.isValid())
            m_table->setCurrentIndex(next);
        if (step != 0)
            return true;
    }
    return QDialog::eventFilter(watched, event);
}

void SwitchDialog::choose()
{
    const QModelIndex current = m_matching.mapToSource(m_table->currentIndex());
    if (!current.isValid())
        return;
    const std::string name = m_deployments.at(current.row()).name;
    accept();
    Q_EMIT chosen(name);
}

} // namespace lockkeeper::ui
