// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <functional>

namespace lockkeeper::ui {

inline QSize largestSize(const QWidget& window)
{
    constexpr QSize kFrame(20, 50);
    return window.screen()->availableGeometry().size() - kFrame;
}

inline void resizeOnScreen(QWidget& window, QSize wanted)
{
    window.resize(wanted.boundedTo(largestSize(window)));
}

/// The screen may have been larger.
inline void restoreOnScreen(QWidget& window, const QByteArray& geometry)
{
    window.restoreGeometry(geometry);
    if (!window.isMaximized() && !window.isFullScreen())
        resizeOnScreen(window, window.size());
}

/// Makes a dialog higher when what it scrolls has grown, as far as the screen has room. Ends when
/// the user resizes it. `fit` sets the size that the content needs.
class GrowsOnScreen final : public QObject {
public:
    GrowsOnScreen(QWidget& dialog, const QList<QScrollArea*>& areas, std::function<void()> fit = {})
        : QObject(&dialog)
        , m_dialog(dialog)
        , m_areas(areas)
        , m_fit(std::move(fit))
    {
        m_later.setSingleShot(true);
        connect(&m_later, &QTimer::timeout, this, &GrowsOnScreen::grow);
        // A layout is not resized while it is arranged.
        for (QScrollArea* const area : areas)
            connect(area->verticalScrollBar(), &QScrollBar::rangeChanged, this,
                [this] { m_later.start(0); });
        dialog.installEventFilter(this);
    }

    [[nodiscard]] bool isResized() const
    {
        return m_fitted.isValid() && m_dialog.size() != m_fitted;
    }
    /// Call it after each resize by the program.
    void note() { m_fitted = m_dialog.size(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show && !event->spontaneous() && !isResized()) {
            if (m_fit)
                m_fit(); // fonts and hidden parts are settled
            note();
            m_later.start(0);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void grow()
    {
        int missing = 0;
        for (const QScrollArea* const area : m_areas) {
            if (area->isVisible())
                missing = std::max(missing, area->verticalScrollBar()->maximum());
        }
        if (missing == 0 || isResized())
            return;
        if (m_fit)
            m_fit();
        else
            resizeOnScreen(m_dialog, m_dialog.size() + QSize(0, missing));
        note();
        const int below
            = m_dialog.frameGeometry().bottom() - m_dialog.screen()->availableGeometry().bottom();
        if (below > 0)
            m_dialog.move(m_dialog.pos() - QPoint(0, below));
    }

    QWidget& m_dialog;
    const QList<QScrollArea*> m_areas;
    const std::function<void()> m_fit;
    QSize m_fitted;
    QTimer m_later;
};

} // namespace lockkeeper::ui
