// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/transient_label.h"

#include <QAccessible>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr auto kTime = 5s;
}

TransientLabel::TransientLabel(QWidget* parent)
    : QLabel(parent)
{
    setObjectName(u"messageLabel"_s);
    setTextFormat(Qt::PlainText);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QLabel::clear);
}

void TransientLabel::say(const QString& text)
{
    setText(text);
    m_timer.start(kTime);
    QAccessibleEvent alert(this, QAccessible::Alert); // it goes away unread
    QAccessible::updateAccessibility(&alert);
}

} // namespace lockkeeper::ui
