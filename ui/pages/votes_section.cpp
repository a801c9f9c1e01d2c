// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/votes_section.h"

#include "core/words/lock_words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/table_view.h"

#include <QBoxLayout>
#include <QScrollBar>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kWide = 560; ///< minimum width in pixels
constexpr int kRowsAbove = 5;
/// A pixel of the plot is longer.
constexpr std::chrono::milliseconds kBetweenPlots{1000};

} // namespace

VotesSection::VotesSection(const Clock& clock, QWidget* parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_votes(clock)
    , m_track(clock)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_table(new TableView(this))
    , m_plot(new PlotView(this))
{
    nameWidget(*m_table, u"votesTable"_s, tr("Votes per master"));
    m_table->setModel(&m_votes);
    m_table->setMinimumWidth(300);
    m_plot->setObjectName(u"ttlPlot"_s);
    m_plot->hide();
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_table, 5);
    m_layout->addWidget(m_plot, 3);
}

void VotesSection::setLock(
    const observe::LockEntryPtr& entry, Age age, const std::vector<observe::Freshness>& masters)
{
    // A gone lock's votes would look current.
    m_votes.setEntry(age == Age::Gone ? nullptr : entry, masters);
    const bool isOther = m_track.note(entry, age == Age::Current);
    if (entry) {
        showColumns(*entry);
        const observe::Judgement judgement = entry->countVotes();
        m_isExpiring = !words::neverExpires(*entry, judgement);
    }
    if (isOther || m_plot->isHidden() == m_isExpiring
        || m_clock.now() - m_plottedAt >= kBetweenPlots)
        showPlot();
}

int VotesSection::neededHeight() const
{
    return m_table->heightOfRows(std::min(m_votes.rowCount(), kRowsAbove))
        - m_table->horizontalScrollBar()->sizeHint().height();
}

void VotesSection::showColumns(const observe::LockEntry& entry)
{
    // Only a split has several tokens.
    const bool isSplit = entry.tokens().size() > 1;
    m_table->setColumnHidden(VoteTableModel::Holder, !isSplit);
    m_table->setColumnHidden(VoteTableModel::TokenFingerprint, !isSplit);
    m_table->setColumnHidden(VoteTableModel::ErrorText, !entry.votes.hasErrors());
}

void VotesSection::showPlot()
{
    m_plot->setVisible(m_hasRoom && m_isExpiring);
    if (!m_plot->isVisible())
        return;
    m_plottedAt = m_clock.now();
    m_plot->setPlot(m_track.plot());
}

void VotesSection::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showPlot();
}

void VotesSection::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kWide;
    m_layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int room = isWide ? height() : height() - m_table->heightOfRows(kRowsAbove);
    m_hasRoom = room >= m_plot->minimumSizeHint().height();
    showPlot();
}

} // namespace lockkeeper::ui
