// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/floating_notes.h"

#include "ui/widgets/banner.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr int kNoteMargin = 10; ///< between the banners and the edges
constexpr int kTightMargin = 3; ///< the same where rows need the space

} // namespace

FloatingNotes::FloatingNotes(QWidget& over, const QTableView& table)
    : QWidget(&over)
    , m_over(over)
    , m_table(table)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    over.installEventFilter(this);
    hide();
}

Banner* FloatingNotes::add(const QString& name, const QString& buttonText)
{
    auto* banner = new Banner(buttonText, this);
    banner->setObjectName(name);
    banner->installEventFilter(this);
    m_layout->insertWidget(0, banner);
    m_banners << banner;
    return banner;
}

bool FloatingNotes::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (watched == &m_over ? type == QEvent::Resize
                           : type == QEvent::ShowToParent || type == QEvent::HideToParent
                || type == QEvent::LayoutRequest)
        place();
    return QWidget::eventFilter(watched, event);
}

void FloatingNotes::place()
{
    int wanted = 0;
    for (const Banner* banner : std::as_const(m_banners)) {
        if (!banner->isHidden())
            wanted = std::max(wanted, banner->oneLineWidth());
    }
    setVisible(wanted > 0);
    if (wanted == 0)
        return m_over.setContentsMargins({});
    m_layout->activate();
    const int width = std::min(wanted, m_over.width() - 2 * kNoteMargin);
    const int height = m_layout->totalHeightForWidth(width);
    const bool isTight = wouldCoverRows(height + 2 * kNoteMargin);
    const int margin = isTight ? kTightMargin : kNoteMargin;
    m_over.setContentsMargins(0, 0, 0, isTight ? height + 2 * margin : 0);
    setGeometry((m_over.width() - width) / 2, m_over.height() - height - margin, width, height);
    raise();
}

bool FloatingNotes::wouldCoverRows(int height) const
{
    const int rows = m_table.verticalHeader()->length() + m_table.horizontalHeader()->height();
    return rows > m_over.height() - height;
}

} // namespace lockkeeper::ui
