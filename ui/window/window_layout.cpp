// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_layout.h"

#include <QHBoxLayout>
#include <QStatusBar>
#include <QVBoxLayout>

namespace lockkeeper::ui {

QWidget* layOut(const WindowParts& parts)
{
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(&parts.navigation);
    body->addWidget(&parts.pages, 1);
    auto* central = new QWidget;
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&parts.header);
    layout->addLayout(body, 1);
    layout->addWidget(&parts.notices);
    return central;
}

void layOut(QStatusBar& bar, QWidget& line, std::initializer_list<QWidget*> right)
{
    bar.setContentsMargins(10, 0, 0, 0);
    bar.addWidget(&line, 1);
    for (QWidget* const widget : right)
        bar.addPermanentWidget(widget);
}

} // namespace lockkeeper::ui
