// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fold.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

Fold::Fold(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_title(new QToolButton(this))
    , m_summary(captionLabel({}, this))
    , m_content(content)
{
    m_title->setObjectName(u"foldButton"_s);
    m_title->setText(title);
    m_title->setAccessibleName(title);
    m_title->setAutoRaise(true);
    m_title->setFocusPolicy(Qt::StrongFocus);
    m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 8);
    auto* line = new QHBoxLayout;
    line->addWidget(m_title);
    line->addWidget(m_summary, 1);
    line->addStretch();
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addLayout(line);
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
    m_summary->setVisible(!isOpen && !m_summary->text().isEmpty());
    Q_EMIT turned(isOpen);
}

void Fold::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    m_summary->setVisible(!m_isOpen && !summary.isEmpty());
    setTip(*m_title, summary);
}

} // namespace lockkeeper::ui
