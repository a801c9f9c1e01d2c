// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString htmlOf(const HelpPage& page)
{
    QString html = u"<h2>%1</h2>"_s.arg(page.title.toHtmlEscaped());
    for (const QString& paragraph : page.paragraphs)
        html += u"<p>%1</p>"_s.arg(paragraph.toHtmlEscaped());
    if (page.facts.isEmpty())
        return html;
    html += u"<table cellpadding=\"4\">"_s;
    for (const Fact& fact : page.facts)
        html += u"<tr><td style=\"white-space: nowrap\"><b>%1</b></td><td>%2</td></tr>"_s.arg(
            fact.name.toHtmlEscaped(), fact.text.toHtmlEscaped());
    return html + u"</table>"_s;
}

} // namespace

HelpDialog::HelpDialog(QWidget* parent)
    : QDialog(parent)
    , m_pages(helpPages())
    , m_topics(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    setObjectName(u"helpDialog"_s);
    setWindowTitle(tr("Help"));
    m_topics->setObjectName(u"helpTopics"_s);
    m_topics->setAccessibleName(tr("Topics"));
    m_topics->setSpacing(3);
    m_text->setObjectName(u"helpText"_s);
    m_text->setAccessibleName(tr("Text"));
    m_text->document()->setDocumentMargin(12);
    for (const HelpPage& page : m_pages)
        m_topics->addItem(page.title);
    m_topics->setFixedWidth(m_topics->sizeHintForColumn(0) + 36);
    connect(m_topics, &QListWidget::currentRowChanged, this, &HelpDialog::showPage);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* body = new QHBoxLayout;
    body->setSpacing(12);
    body->addWidget(m_topics);
    body->addWidget(m_text, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 16, 18, 14);
    layout->setSpacing(12);
    layout->addLayout(body, 1);
    layout->addWidget(buttons);
    resize(780, 520);
    m_topics->setCurrentRow(0);
}

void HelpDialog::open(QWidget& window, std::optional<HelpTopic> topic)
{
    auto* dialog = window.findChild<HelpDialog*>();
    if (dialog == nullptr)
        dialog = new HelpDialog(&window);
    if (topic)
        dialog->showTopic(*topic);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->m_topics->setFocus();
}

void HelpDialog::offer(QWidget& window, QAction& help, QAction& shortcuts)
{
    connect(&help, &QAction::triggered, &window, [&window] { open(window, std::nullopt); });
    connect(&shortcuts, &QAction::triggered, &window,
        [&window] { open(window, HelpTopic::Shortcuts); });
}

void HelpDialog::showTopic(HelpTopic topic)
{
    m_topics->setCurrentRow(static_cast<int>(topic));
}

void HelpDialog::showPage(int index)
{
    m_text->setHtml(htmlOf(m_pages.value(index)));
}

} // namespace lockkeeper::ui
