// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types.h"

#include <QFocusEvent>
#include <QPointer>
#include <QWidget>
#include <optional>

namespace lockkeeper::ui {

class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// False: no filter.
    virtual bool focusFilter() { return false; }
    [[nodiscard]] virtual std::optional<Resource> subject() const { return std::nullopt; }

protected:
    /// Takes the page's focus. A focus proxy would make Tab skip widgets.
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
