// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/check_view.h"

#include "ui/delegates/cell_painter.h"
#include "ui/look/glyphs.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

std::optional<Glyph> glyphOf(check::StepState state)
{
    switch (state) {
    case check::StepState::Done:
        return Glyph::Done;
    case check::StepState::Warning:
        return Glyph::Warning;
    case check::StepState::Failed:
        return Glyph::Failed;
    case check::StepState::Pending:
    case check::StepState::Skipped:
        break;
    }
    return std::nullopt;
}

class StepDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const auto state
            = static_cast<check::StepState>(index.data(CheckStepModel::kStateRole).toInt());
        const auto glyph = glyphOf(state);
        CellPainter cell(*painter, item, !glyph);
        const QRectF box = cell.takeBox(cell.side());
        if (glyph)
            glyphIcon(*glyph).paint(painter, box.toAlignedRect());
        cell.drawText(item.text);
    }
};

} // namespace

CheckView::CheckView(QWidget* parent)
    : QStackedWidget(parent)
    , m_table(new TableView(this))
    , m_summary(wrappingLabel({}, this))
    , m_text(wrappingLabel({}, this))
    , m_cure(wrappingLabel({}, this))
    , m_copy(new QPushButton(tr("Cop&y cure"), this))
{
    setObjectName(u"checkView"_s);
    nameWidget(*m_table, u"stepsTable"_s, tr("Steps of the test"));
    m_table->setAccessibleDescription(
        tr("What was found on each master. Below it, what to do about the selected step."));
    m_table->setModel(&m_steps);
    m_table->setItemDelegateForColumn(CheckStepModel::Result, new StepDelegate(m_table));
    m_summary->setObjectName(u"summaryLabel"_s);
    m_text->setObjectName(u"stepLabel"_s);
    m_cure->setObjectName(u"cureLabel"_s);
    m_cure->setFont(monospaceFont(font()));
    m_copy->setObjectName(u"copyCureButton"_s);
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    m_copy->setAutoDefault(false);
    m_copy->setAccessibleDescription(tr("Copies the Redis command that mends the selected step."));
    createLayout();
    connect(m_table, &TableView::currentRowChanged, this, &CheckView::showStep);
    connect(&m_steps, &QAbstractItemModel::dataChanged, this, &CheckView::showStep);
    connect(m_copy, &QPushButton::clicked, this, &CheckView::copyCure);
    showStep();
}

void CheckView::createLayout()
{
    auto* cure = new QHBoxLayout;
    cure->addWidget(m_cure, 1);
    cure->addWidget(m_copy, 0, Qt::AlignTop);
    auto* found = new QWidget;
    auto* layout = boxLayout<QVBoxLayout>(found, {}, 8);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_text);
    layout->addLayout(cure);
    auto* empty = new EmptyState;
    empty->setContent(tr("Not tested yet"),
        tr("A test looks at each master step by step, and changes nothing there."));
    addWidget(empty);
    addWidget(found);
    m_text->setMinimumHeight(2 * m_text->fontMetrics().lineSpacing());
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QSizePolicy policy = m_copy->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_copy->setSizePolicy(policy);
}

void CheckView::begin(const config::Deployment& deployment)
{
    m_steps.begin(deployment);
    setCurrentIndex(1);
    m_table->setCurrentIndex({});
    showRunning();
    showStep();
}

void CheckView::clear()
{
    m_steps.begin({});
    setCurrentIndex(0);
}

void CheckView::showRunning()
{
    m_summary->setText(tr("Testing\u2026"));
}

void CheckView::apply(const check::StepReport& report)
{
    m_steps.apply(report);
}

void CheckView::finish()
{
    const int failed = m_steps.count(check::StepState::Failed);
    const int warnings = m_steps.count(check::StepState::Warning);
    if (failed == 0 && warnings == 0)
        m_summary->setText(tr("All tested masters can be watched."));
    else if (failed == 0)
        m_summary->setText(warnings == 1
                ? tr("All tested masters can be watched, with 1 warning.")
                : tr("All tested masters can be watched, with %L1 warnings.").arg(warnings));
    else
        m_summary->setText(
            failed == 1 ? tr("1 step has failed.") : tr("%L1 steps have failed.").arg(failed));
    if (const int row = m_steps.firstProblem(); row >= 0 && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_steps.index(row, CheckStepModel::Result));
}

void CheckView::stop()
{
    m_steps.stop();
    m_summary->setText(tr("The test was stopped."));
}

void CheckView::showStep()
{
    const QModelIndex current = m_table->currentIndex();
    const QString cure = current.isValid() ? m_steps.cureOf(current.row()) : QString();
    m_text->setText(current.isValid() ? m_steps.textOf(current.row()) : QString());
    m_cure->setText(cure);
    m_cure->setVisible(!cure.isEmpty());
    m_copy->setVisible(!cure.isEmpty());
}

void CheckView::showOutdated()
{
    if (m_steps.rowCount() > 0)
        m_summary->setText(tr("Other masters were tested; test again."));
}

void CheckView::showMaster(const MasterId& master)
{
    const int problem = m_steps.firstProblem(master);
    if (const int row = problem >= 0 ? problem : m_steps.firstStep(master); row >= 0)
        m_table->setCurrentIndex(m_steps.index(row, CheckStepModel::Result));
    m_table->setFocus();
}

void CheckView::copyCure()
{
    QGuiApplication::clipboard()->setText(m_cure->text());
}

} // namespace lockkeeper::ui
