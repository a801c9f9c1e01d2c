// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_accessible.h"

#include "ui/pages/timeline/timeline_view.h"

#include <QAccessibleWidget>
#include <QPointer>
#include <map>

namespace lockkeeper::ui {
namespace {

/// One row. Its view's element owns it.
class RowElement final : public QAccessibleInterface {
public:
    RowElement(TimelineView& view, int place)
        : m_view(&view)
        , m_place(place)
    { }

    [[nodiscard]] bool isValid() const override
    {
        return m_view && m_view->camera().rowAt(m_place);
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return m_view && kind == QAccessible::Name ? m_view->camera().wordsAt(m_place) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    [[nodiscard]] QRect rect() const override
    {
        if (!m_view)
            return {};
        const QRect row = m_view->places().rowAt(m_place, m_view->scene());
        return {m_view->viewport()->mapToGlobal(row.topLeft()), row.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        if (!m_view)
            return state;
        const TimelinePlaces places = m_view->places();
        const bool isCurrent = m_view->scene().currentRow == m_place;
        state.selected = isCurrent;
        state.focused = isCurrent && m_view->hasFocus();
        state.offscreen = !places.rowAt(m_place, m_view->scene()).intersects(places.plot);
        return state;
    }

private:
    QPointer<TimelineView> m_view;
    int m_place;
};

class ViewElement final : public QAccessibleWidget {
public:
    explicit ViewElement(TimelineView& view)
        : QAccessibleWidget(&view, QAccessible::List)
        , m_view(view)
    { }
    ~ViewElement() override
    {
        for (const auto& [place, id] : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }
    ViewElement(const ViewElement&) = delete;
    ViewElement& operator=(const ViewElement&) = delete;

    [[nodiscard]] int childCount() const override { return m_view.camera().rowCount(); }
    [[nodiscard]] QAccessibleInterface* child(int place) const override
    {
        if (!m_view.camera().rowAt(place))
            return nullptr;
        const auto found = m_rows.find(place);
        if (found != m_rows.end())
            return QAccessible::accessibleInterface(found->second);
        auto* row = new RowElement(m_view, place);
        m_rows.emplace(place, QAccessible::registerAccessibleInterface(row));
        return row;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint at = m_view.viewport()->mapFromGlobal(QPoint(x, y));
        return child(m_view.places().rowOf(at.y(), m_view.scene()));
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* row) const override
    {
        for (const auto& [place, id] : m_rows) {
            if (QAccessible::accessibleInterface(id) == row)
                return place;
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return child(m_view.scene().currentRow);
    }

private:
    TimelineView& m_view;
    mutable std::map<int, QAccessible::Id> m_rows; ///< those that were asked for, by place
};

QAccessibleInterface* elementOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new ViewElement(*view) : nullptr;
}

} // namespace

void makeTimelineAccessible()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(elementOf);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

void announceRow(TimelineView& view)
{
    const int row = view.scene().currentRow;
    if (!QAccessible::isActive() || row < 0)
        return;
    for (const auto kind : {QAccessible::NameChanged, QAccessible::Focus}) {
        QAccessibleEvent event(&view, kind);
        event.setChild(row);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace lockkeeper::ui
