// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusEvent>
#include <QPointer>
#include <QWidget>

namespace lockkeeper::ui {

/// A page of a window.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

protected:
    /// The widget that gets the focus when the page is given it. Not QWidget::setFocusProxy(): with
    /// a proxy, the Tab key skips what stands before it on the page.
    void setFirst(QWidget* first) { m_first = first; }

    void focusInEvent(QFocusEvent* event) override
    {
        QWidget::focusInEvent(event);
        if (m_first)
            m_first->setFocus(event->reason());
    }

private:
    QPointer<QWidget> m_first;
};

} // namespace lockkeeper::ui
