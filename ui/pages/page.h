// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types.h"

#include <QFocusEvent>
#include <QPointer>
#include <QWidget>
#include <optional>

namespace lockkeeper::ui {

/// A page of a window.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Moves the focus to the filter of the page and selects its text. False: it has none.
    virtual bool focusFilter() { return false; }
    /// The lock that is selected; it may be gone.
    [[nodiscard]] virtual std::optional<Resource> subject() const { return std::nullopt; }

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
