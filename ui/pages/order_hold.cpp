// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/order_hold.h"

#include "ui/widgets/table_view.h"

#include <QEvent>
#include <algorithm>
#include <utility>

namespace lockkeeper::ui {

OrderHold::OrderHold(const QList<QWidget*>& areas, TableView& table, QObject* parent)
    : QObject(parent)
    , m_areas(areas)
    , m_table(table)
{
    m_idle.setSingleShot(true);
    m_idle.setInterval(kPatience);
    connect(&m_idle, &QTimer::timeout, this, &OrderHold::lapse);
    m_table.viewport()->setMouseTracking(true);
    for (QWidget* area : areas) {
        area->installEventFilter(this);
        for (auto* part : area->findChildren<QWidget*>())
            watchPointer(*part);
    }
    m_table.installEventFilter(this);
    m_table.viewport()->installEventFilter(this);
    connect(&m_table, &TableView::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!current.isValid())
            set(Reason::Selection, false);
        else if (m_table.hasFocus())
            noteDeed();
    });
}

void OrderHold::watchPointer(QWidget& part)
{
    part.setMouseTracking(true);
    part.installEventFilter(this);
}

void OrderHold::set(Reason reason, bool isOn)
{
    if (isOn)
        m_reasons.insert(reason);
    else
        m_reasons.erase(reason);
    report();
}

bool OrderHold::isHeld() const
{
    return std::ranges::any_of(m_reasons, [this](Reason reason) {
        return m_isLoaded || (reason != Reason::Pointer && reason != Reason::Selection);
    });
}

void OrderHold::setLoaded()
{
    m_isLoaded = true;
    report();
}

bool OrderHold::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Leave:
        notePointer();
        break;
    // Not Enter: a window may open under the pointer.
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::MouseButtonPress:
        noteDeed();
        break;
    case QEvent::KeyPress:
        // Typing in the filter changes the rows.
        if (watched == &m_table || watched == m_table.viewport())
            noteDeed();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void OrderHold::noteDeed()
{
    m_idle.start();
    notePointer();
    set(Reason::Selection, m_table.currentIndex().isValid());
}

void OrderHold::notePointer()
{
    set(Reason::Pointer,
        std::ranges::any_of(m_areas, [](const QWidget* area) { return area->underMouse(); }));
}

void OrderHold::lapse()
{
    m_reasons.erase(Reason::Pointer);
    set(Reason::Selection, false);
}

void OrderHold::report()
{
    const bool isHeld = this->isHeld();
    if (std::exchange(m_wasHeld, isHeld) != isHeld)
        Q_EMIT changed(isHeld);
}

} // namespace lockkeeper::ui
