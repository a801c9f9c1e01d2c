// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notice_stack.h"

#include "ui/widgets/labels.h"

#include <QAccessible>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

NoticeStack::NoticeStack(QWidget* parent)
    : QWidget(parent)
    , m_more(captionLabel({}, this))
{
    setObjectName(u"noticeStack"_s);
    m_more->setContentsMargins(12, 2, 12, 2);
    m_more->setObjectName(u"moreNoticesLabel"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(m_more);
    hide();
}

int NoticeStack::add(const Line& line, const QString& buttonText)
{
    const int id = ++m_latest;
    auto* banner = new Banner(buttonText, this);
    connect(banner, &Banner::buttonClicked, this, [this, id] { Q_EMIT buttonClicked(id); });
    auto* close = banner->addButton(tr("Dismiss"), u"dismissButton"_s);
    connect(close, &QPushButton::clicked, this, [this, id] { dismiss(id); });
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, banner);
    m_lines[id] = banner;
    change(id, line);
    arrange();
    QAccessibleEvent alert(banner, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    return id;
}

void NoticeStack::change(int id, const Line& line)
{
    const auto found = m_lines.find(id);
    if (found == m_lines.end())
        return;
    found->second->tell(line.glyph, line.tone, line.text);
    arrange();
}

QStringList NoticeStack::texts() const
{
    QStringList texts;
    for (const auto& [id, banner] : m_lines)
        texts << banner->text();
    return texts;
}

void NoticeStack::dismiss(int id)
{
    const auto found = m_lines.find(id);
    if (found == m_lines.end())
        return;
    found->second->hide();
    found->second->deleteLater();
    m_lines.erase(found);
    arrange();
    Q_EMIT dismissed(id);
}

void NoticeStack::arrange()
{
    int place = 0;
    for (const auto& [id, banner] : m_lines)
        banner->setVisible(place++ < kShown);
    m_more->setText(tr("and %1 earlier").arg(count() - kShown));
    m_more->setVisible(count() > kShown);
    setVisible(count() > 0);
}

} // namespace lockkeeper::ui
