// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_commands.h"

#include "ui/dialogs/release/release_words.h"
#include "ui/look/glyphs.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

ReleaseCommands::ReleaseCommands(const release::Plan& plan, QWidget* parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
{
    const bool isRevoke = plan.action == release::Action::Revoke;
    m_text->setObjectName(isRevoke ? u"revokeCommandsPlainTextEdit"_s : u"commandsPlainTextEdit"_s);
    m_text->setAccessibleName(
        isRevoke ? tr("Commands of the revoke") : tr("Commands of the release"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monospaceFont(font()));
    const int lines = static_cast<int>(std::min<std::size_t>(plan.masters.size(), 5));
    m_text->setFixedHeight(fontMetrics().lineSpacing() * lines + 30);
    auto* copy = new QPushButton(glyphIcon(Glyph::Copy), tr("Copy commands"), this);
    copy->setObjectName(isRevoke ? u"copyRevokeCommandsButton"_s : u"copyCommandsButton"_s);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, m_text,
        [text = m_text] { QGuiApplication::clipboard()->setText(text->toPlainText()); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(wrappingLabel(sentSentence(plan), this));
    layout->addWidget(m_text);
    layout->addWidget(copy, 0, Qt::AlignLeft);
    show(plan);
}

void ReleaseCommands::show(const release::Plan& plan)
{
    m_text->setPlainText(commandLines(plan));
}

} // namespace lockkeeper::ui
