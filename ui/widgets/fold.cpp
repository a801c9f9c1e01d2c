// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fold.h"

#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

Fold::Fold(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_title(new QToolButton(this))
    , m_content(content)
{
    m_title->setObjectName(u"foldButton"_s);
    m_title->setText(title);
    m_title->setAccessibleName(title);
    m_title->setAutoRaise(true);
    m_title->setFocusPolicy(Qt::StrongFocus);
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_title, 0, Qt::AlignLeft);
    layout->addWidget(m_content);
    connect(m_title, &QToolButton::clicked, this, [this] { setOpen(!m_isOpen); });
    setOpen(false);
}

void Fold::setOpen(bool isOpen)
{
    m_isOpen = isOpen;
    m_title->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_title->setAccessibleDescription(isOpen ? tr("open") : tr("folded"));
    m_content->setVisible(isOpen);
}

} // namespace lockkeeper::ui
