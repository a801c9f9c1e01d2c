// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation.h"

#include <QEvent>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kEntryIconSize = 18;
constexpr int kEntryMargins = 14; ///< height above and below a name, in pixels
constexpr int kEntryPadding = 50; ///< width around the icon and the name, in pixels
constexpr int kIconPadding = 24; ///< the same around an icon alone
constexpr int kRoomForNames = 150; ///< in characters: a window with less needs it for its page
} // namespace

Navigation::Navigation(QWidget& window)
    : QListWidget(&window)
    , m_window(window)
{
    setObjectName(u"navigationList"_s);
    setAccessibleName(tr("Pages"));
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(kEntryIconSize, kEntryIconSize));
    setSpacing(2);
    window.installEventFilter(this);
}

void Navigation::addPage(Glyph glyph, const QString& name)
{
    auto* item = new QListWidgetItem(glyphIcon(glyph), name, this);
    item->setData(Qt::AccessibleTextRole, name);
    m_nameWidth = std::max(m_nameWidth, fontMetrics().horizontalAdvance(name));
    fitWidth();
}

bool Navigation::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::Resize)
        fitWidth();
    return QListWidget::eventFilter(watched, event);
}

void Navigation::fitWidth()
{
    const bool hasNames = m_window.width() >= kRoomForNames * fontMetrics().averageCharWidth();
    for (int row = 0; row < count(); ++row) {
        const QString name = item(row)->data(Qt::AccessibleTextRole).toString();
        item(row)->setText(hasNames ? name : QString());
        item(row)->setToolTip(hasNames ? QString() : name);
    }
    setFixedWidth(kEntryIconSize + (hasNames ? kEntryPadding + m_nameWidth : kIconPadding));
}

void Navigation::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    const int room = height() / std::max(1, count()) - 2 * spacing();
    const int height = std::clamp(room, kEntryIconSize, fontMetrics().height() + kEntryMargins);
    for (int row = 0; row < count(); ++row)
        item(row)->setSizeHint(QSize(0, height));
}

} // namespace lockkeeper::ui
