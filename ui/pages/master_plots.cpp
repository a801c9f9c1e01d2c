// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/master_plots.h"

#include "ui/widgets/plot_view.h"

#include <QBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {
constexpr int kBesideEachOther = 520; ///< pixels
} // namespace

MasterPlots::MasterPlots(const Clock& clock, QWidget* parent)
    : QWidget(parent)
    , m_tracks(clock)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_latency(new PlotView(this))
    , m_commands(new PlotView(this))
{
    m_latency->setObjectName(u"latencyPlot"_s);
    m_commands->setObjectName(u"commandsPlot"_s);
    m_layout->setContentsMargins(12, 6, 10, 10);
    m_layout->setSpacing(10);
    m_layout->addWidget(m_latency, 1);
    m_layout->addWidget(m_commands, 1);
}

QSize MasterPlots::minimumSizeHint() const
{
    const QMargins margins = m_layout->contentsMargins();
    return m_latency->minimumSizeHint() + QSize(0, margins.top() + margins.bottom());
}

void MasterPlots::note(const observe::BoardUpdate& update)
{
    m_tracks.note(update);
    showPlots();
}

void MasterPlots::setMaster(const MasterId& master)
{
    m_master = master;
    showPlots();
}

void MasterPlots::showPlots()
{
    if (!isVisible() || !m_master)
        return;
    m_latency->setPlot(m_tracks.latency(*m_master));
    m_commands->setPlot(m_tracks.commands(*m_master));
}

void MasterPlots::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showPlots();
}

void MasterPlots::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kBesideEachOther;
    m_layout->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_commands->setVisible(isWide || height() >= 2 * m_latency->minimumSizeHint().height());
}

} // namespace lockkeeper::ui
