// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/masters_page.h"

#include "core/text/translate.h"
#include "ui/models/master_table_model.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/pages/master_facts.h"
#include "ui/pages/master_plots.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/link_mark.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/transient_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

/// Shows the mark of a master's link state before its text.
class LinkStateDelegate final : public QStyledItemDelegate {
public:
    LinkStateDelegate(const MasterTableModel& masters, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_masters(masters)
    { }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto& master = m_masters.rows()[static_cast<std::size_t>(index.row())];
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = linkMarkIcon(
            master.isUnknown ? redis::LinkState::Connecting : master.status.link.state,
            option->palette);
        option->decorationSize = QSize(14, 14);
    }

private:
    const MasterTableModel& m_masters;
};

} // namespace

MastersPage::MastersPage(MasterTableModel& masters, const Clock& clock, QWidget* parent)
    : TablePage(tr("Masters"), parent)
    , m_masters(masters)
    , m_selected(new QWidget(this))
    , m_facts(new MasterFacts(m_selected))
    , m_plots(new MasterPlots(clock, m_selected))
    , m_copyRule(new QPushButton(tr("Copy ACL line"), this))
    , m_message(new TransientLabel(this))
{
    table().setObjectName(u"mastersTable"_s);
    table().setAccessibleName(tr("Masters"));
    setModel(masters);
    table().setItemDelegateForColumn(
        MasterTableModel::State, new LinkStateDelegate(masters, &table()));
    table().setColumnWidths({64, 210, 150, 70, 74, 92, 106, 164});
    table().setNarrowedColumns(
        {MasterTableModel::Url, MasterTableModel::State, MasterTableModel::Sweep});
    table().setNumberColumns({MasterTableModel::Latency, MasterTableModel::LastReply});
    auto* columns = new QHBoxLayout(m_selected);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->addWidget(m_facts, 3);
    columns->addWidget(m_plots, 2);
    addBelow(m_selected);
    m_selected->hide();
    connect(&table(), &TableView::currentRowChanged, this, &MastersPage::showSelected);
    connect(&masters, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        // A tick: the age of old facts has changed.
        if (first.column() == MasterTableModel::LastReply)
            showSelected();
    });
    emptyState().setContent(
        tr("Connecting to the masters"), tr("Each one is listed here once its state is known."));
    m_copyRule->setObjectName(u"copyRuleButton"_s);
    m_copyRule->setAutoDefault(false);
    m_copyRule->hide();
    addButton(m_message);
    addButton(m_copyRule);
    connect(m_copyRule, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_rule);
        m_message->say(tr("Copied. Replace PASSWORD in it."));
    });
}

void MastersPage::setReaderRule(const Result<std::string>& line)
{
    m_rule = line ? QString::fromStdString(*line) : QString();
    const QString hint = line
        ? tr("A command for redis-cli: it creates a user who may watch these masters and change "
             "nothing.")
        : safeText(trData(line.error().text));
    m_copyRule->setEnabled(line.has_value());
    m_copyRule->setToolTip(toolTipText(hint));
    m_copyRule->setAccessibleDescription(hint);
    m_copyRule->show();
}

void MastersPage::showUpdate(const BoardUpdatePtr& update)
{
    const auto count = update->masters.size();
    QString note
        = tr("A lock is held when its token is on %1 of %2.").arg(update->quorum).arg(count);
    if (count % 2 == 0 && count > 0)
        note = sentencesText(
            {note, tr("An even number tolerates no more failures than one master less.")});
    setNote(note);
    m_plots->note(*update);
    showSelected();
}

void MastersPage::showEvent(QShowEvent* event)
{
    TablePage::showEvent(event);
    showSelected();
}

/// What is known of the selected master; of the first one if none is selected.
void MastersPage::showSelected()
{
    const auto& rows = m_masters.rows();
    m_selected->setVisible(!rows.empty());
    if (rows.empty() || !isVisible())
        return;
    const int current = table().currentIndex().row();
    const auto row = current < 0 ? 0 : static_cast<std::size_t>(current);
    if (row >= rows.size())
        return;
    const int shown = static_cast<int>(row);
    m_facts->showFacts(rows[row].status.id, m_masters.facts(shown), m_masters.factsAge(shown),
        m_masters.index(shown, MasterTableModel::Notes).data(Qt::DisplayRole).toString());
    m_plots->setMaster(rows[row].key());
}

} // namespace lockkeeper::ui
