// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kEntryIconSize = 18;
constexpr int kEntryPadding = 50; ///< width around the icon and the name, in pixels
} // namespace

Navigation::Navigation(QWidget* parent)
    : QListWidget(parent)
{
    setObjectName(u"navigationList"_s);
    setAccessibleName(tr("Pages"));
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(kEntryIconSize, kEntryIconSize));
    setSpacing(2);
    setFixedWidth(kEntryIconSize + kEntryPadding);
}

void Navigation::addPage(Glyph glyph, const QString& name)
{
    auto* item = new QListWidgetItem(glyphIcon(glyph), name, this);
    item->setSizeHint(QSize(0, fontMetrics().height() + 14));
    setFixedWidth(
        std::max(width(), fontMetrics().horizontalAdvance(name) + kEntryIconSize + kEntryPadding));
}

} // namespace lockkeeper::ui
