// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , m_title(titleLabel({}, TextSize::Title, this))
    , m_text(wrappingLabel({}, this))
    , m_command(wrappingLabel({}, this))
    , m_action(new QPushButton(this))
{
    setObjectName(u"emptyState"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_command->setFont(monospaceFont(font()));
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = boxLayout<QVBoxLayout>(this, {24, 24, 24, 24}, 8);
    layout->addStretch(2);
    for (auto* label : {m_title, m_text, m_command}) {
        label->setAlignment(Qt::AlignHCenter);
        layout->addWidget(label);
    }
    m_action->setObjectName(u"emptyStateAction"_s);
    m_action->setAutoDefault(false);
    m_action->hide();
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionWanted);
}

void EmptyState::setContent(const QString& title, const QString& text, const QString& command)
{
    m_title->setText(title);
    m_text->setText(text);
    m_command->setText(command);
    m_command->setVisible(!command.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
}

void EmptyState::setAction(const QString& name)
{
    m_action->setText(name);
    m_action->setVisible(!name.isEmpty());
}

QString EmptyState::title() const
{
    return m_title->text();
}

} // namespace lockkeeper::ui
