// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/glyph_mark.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kColumnWidth = 640;
constexpr int kWideColumn = 1000; ///< with deployments' states
constexpr int kIconSide = 64;

void addPoint(QGridLayout& tour, Glyph glyph, const QString& title, const QString& text)
{
    const int row = tour.rowCount();
    auto* const parent = tour.parentWidget();
    tour.addWidget(new GlyphMark(glyph, 20, parent), row, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(titleLabel(title, TextSize::Body, parent));
    texts->addWidget(wrappingLabel(text, parent));
    tour.addLayout(texts, row, 1);
}

QWidget* makeTour(QWidget* parent)
{
    auto* tour = new QWidget(parent);
    auto* points = new QGridLayout(tour);
    points->setContentsMargins(0, 8, 0, 0);
    points->setHorizontalSpacing(12);
    points->setVerticalSpacing(16);
    points->setColumnStretch(1, 1);
    addPoint(*points, Glyph::Lock, StartPage::tr("Who holds each lock"),
        StartPage::tr("One table for all masters: holders in words, votes, time left, whatever the "
                      "library."));
    addPoint(*points, Glyph::Warning, StartPage::tr("Which are stuck, and why"),
        StartPage::tr("A process that has ended, a key without TTL, a leftover on too few masters: "
                      "each with its evidence."));
    addPoint(*points, Glyph::Key, StartPage::tr("Free them safely"),
        StartPage::tr("A release deletes only the token that you saw: a script compares it on each "
                      "master."));
    return tour;
}

Glyph glyphOf(const DeploymentCounts& counts)
{
    const bool isUnknown = !counts.error.empty() || counts.isQuorumLost;
    return isUnknown           ? Glyph::Failed
        : counts.trouble() > 0 ? Glyph::Warning
        : counts.isLooking     ? Glyph::Info
                               : Glyph::Done;
}

class StateDelegate final : public QStyledItemDelegate {
public:
    StateDelegate(const DeploymentListModel& deployments, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_deployments(deployments)
    { }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto& counts = m_deployments.at(index.row()).counts;
        if (!counts)
            return;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = glyphIcon(glyphOf(*counts));
        option->decorationSize = QSize(16, 16);
    }

private:
    const DeploymentListModel& m_deployments;
};

} // namespace

StartPage::StartPage(DeploymentListModel& deployments, QWidget* parent)
    : Page(parent)
    , m_deployments(deployments)
    , m_connect(new QPushButton(tr("&Connect to masters\u2026"), this))
    , m_sandbox(new QPushButton(this))
    , m_notice(new Banner({}, this))
    , m_problems(new Banner({}, this))
    , m_tour(makeTour(this))
    , m_saved(titleLabel(tr("Saved deployments"), TextSize::Title, this))
    , m_overview(new QCheckBox(tr("&Watch all"), this))
    , m_table(new TableView(this))
{
    setObjectName(u"startPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_sandbox->setObjectName(u"sandboxButton"_s);
    setTip(*m_sandbox, tr("Starts five servers with demo locks, which end with their window."));
    m_connect->setObjectName(u"connectButton"_s);
    m_connect->setAccessibleDescription(tr("Describes the masters that decide your locks."));
    m_connect->setDefault(true);
    m_sandbox->setAutoDefault(true);
    nameWidget(*m_table, u"deploymentsTable"_s, tr("Saved deployments"));
    m_table->setAccessibleDescription(tr("Enter opens the selected deployment."));
    m_table->setModel(&m_deployments);
    m_table->setItemDelegateForColumn(
        DeploymentListModel::State, new StateDelegate(m_deployments, m_table));
    m_overview->setObjectName(u"overviewCheckBox"_s);
    setTip(*m_overview,
        tr("Connects to the masters of all saved deployments, and shows how they are, those with "
           "problems first. Changes nothing."));
    m_notice->setObjectName(u"noticeBanner"_s);
    m_problems->setObjectName(u"problemsBanner"_s);
    createLayout();
    setSandboxStarting(false);
    setOverview(false);
    connect(m_overview, &QAbstractButton::clicked, this, &StartPage::overviewWanted);
    connect(m_sandbox, &QPushButton::clicked, this, &StartPage::sandboxRequested);
    connect(m_connect, &QPushButton::clicked, this, &StartPage::connectRequested);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &StartPage::choose);
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* enter = new QShortcut(key, m_table, nullptr, nullptr, Qt::WidgetShortcut);
        connect(enter, &QShortcut::activated, this, [this] { choose(m_table->currentIndex()); });
    }
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_deployments, signal, this, &StartPage::showRows);
    showRows();
}

void StartPage::createLayout()
{
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_connect);
    buttons->addWidget(m_sandbox);
    buttons->addStretch(1);
    m_body = new QWidget(this);
    auto* layout = m_column = new QVBoxLayout(m_body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(0);
    auto* icon = new QLabel(this);
    icon->setPixmap(applicationIcon().pixmap(QSize(kIconSide, kIconSide), devicePixelRatioF()));
    layout->addWidget(icon);
    layout->addSpacing(2);
    layout->addWidget(titleLabel(tr("Who holds your locks?"), TextSize::Big, this));
    layout->addWidget(wrappingLabel(
        tr("Lockkeeper watches the masters that decide your locks. It changes nothing on them by "
           "looking. The sandbox is five servers of its own with demo locks, to try it out."),
        this));
    layout->addSpacing(4);
    layout->addLayout(buttons);
    layout->addSpacing(12);
    layout->addWidget(m_notice);
    layout->addWidget(m_problems);
    layout->addWidget(m_tour);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(m_saved, 1);
    head->addWidget(m_overview);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    layout->addStretch(0);
    auto* outer = boxLayout<QHBoxLayout>(this, {24, 32, 24, 24});
    outer->addStretch(1);
    outer->addWidget(m_body, 100);
    outer->addStretch(1);
}

void StartPage::showRows()
{
    const bool hasAny = m_deployments.rowCount() > 0;
    m_tour->setVisible(!hasAny);
    m_column->setStretch(0, hasAny ? 0 : 1);
    m_column->setStretch(m_column->count() - 1, hasAny ? 0 : 2);
    m_table->setVisible(hasAny);
    m_saved->setVisible(hasAny);
    m_overview->setVisible(hasAny);
    setFirst(hasAny ? static_cast<QWidget*>(m_table) : m_connect);
    if (hasAny && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_deployments.index(0, 0));
    // Enter opens the first one, unless the focus is elsewhere.
    if (hasAny && (window()->focusWidget() == nullptr || m_connect->hasFocus()))
        m_table->setFocus();
}

void StartPage::showProblems(const QStringList& lines)
{
    if (lines.isEmpty())
        return m_problems->hide();
    m_problems->tell(Glyph::Warning, Tone::Notice,
        tr("These deployments are not used before their file is mended:") + u'\n'
            + lines.join(u'\n'));
}

void StartPage::showNotice(const QString& text)
{
    m_notice->tell(Glyph::Warning, Tone::Notice, text);
}

void StartPage::setSandboxStarting(bool isStarting)
{
    m_sandbox->setEnabled(!isStarting);
    m_sandbox->setText(isStarting ? tr("Starting the sandbox\u2026") : tr("&Try the sandbox"));
}

void StartPage::setOverview(bool isOn)
{
    m_overview->setChecked(isOn);
    m_table->setColumnHidden(DeploymentListModel::State, !isOn);
    m_body->setMaximumWidth(isOn ? kWideColumn : kColumnWidth);
}

void StartPage::choose(const QModelIndex& index)
{
    if (index.isValid())
        Q_EMIT deploymentChosen(m_deployments.at(index.row()).name);
}

} // namespace lockkeeper::ui
