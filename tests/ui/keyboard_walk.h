// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QTableView>
#include <QTest>
#include <set>

// What the Tab key reaches, and what a screen reader hears.
namespace lockkeeper::tests {

/// Class and name, for messages.
inline QString described(const QWidget& widget)
{
    return QLatin1StringView(widget.metaObject()->className()) + u' ' + widget.objectName();
}

/// Everything in `root` that is shown and could take the focus by Tab, but is not reached from
/// where the focus is by that key until it comes round.
inline QStringList skippedByTab(const QWidget& root)
{
    std::set<QWidget*> stops;
    for (QWidget* at = QApplication::focusWidget(); at && stops.insert(at).second;
         at = QApplication::focusWidget())
        QTest::keyClick(at, Qt::Key_Tab);
    QStringList all;
    for (auto* widget : root.findChildren<QWidget*>()) {
        const bool isStop = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isEnabled()
            && widget->isVisible() && widget->window() == root.window() && !widget->focusProxy();
        // Of a group of radio buttons, Tab stops at the checked one.
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool isOneOfSeveral = button && button->autoExclusive() && !button->isChecked();
        if (isStop && !isOneOfSeveral && !stops.contains(widget))
            all << described(*widget);
    }
    return all;
}

/// Controls without a name, and cells without a text, in words.
inline void collectNameless(QAccessibleInterface& element, QStringList& nameless)
{
    const bool isShown = !element.state().invisible && !element.state().offscreen;
    const QString name = element.text(QAccessible::Name);
    const QAccessible::Role role = element.role();
    static const std::set<QAccessible::Role> kControls{QAccessible::Button, QAccessible::CheckBox,
        QAccessible::RadioButton, QAccessible::ComboBox, QAccessible::EditableText,
        QAccessible::SpinBox, QAccessible::Table, QAccessible::List, QAccessible::MenuItem,
        QAccessible::PageTab};
    if (isShown && kControls.contains(role) && name.trimmed().isEmpty()) {
        const auto* widget = qobject_cast<QWidget*>(element.object());
        nameless << (widget ? described(*widget) : QString::number(role));
    }
    if (auto* table = element.tableInterface(); isShown && table) {
        for (int row = 0; row < std::min(table->rowCount(), 5); ++row) {
            for (int column = 0; column < table->columnCount(); ++column) {
                auto* cell = table->cellAt(row, column);
                if (cell && cell->text(QAccessible::Name).trimmed().isEmpty()) {
                    auto* view = qobject_cast<QTableView*>(element.object());
                    if (!view || !view->isColumnHidden(column))
                        nameless << QStringLiteral("%1: cell %2,%3").arg(name).arg(row).arg(column);
                }
            }
        }
        return;
    }
    for (int i = 0; i < element.childCount(); ++i) {
        if (auto* const child = element.child(i); child && child->isValid())
            collectNameless(*child, nameless);
    }
}

inline QStringList nameless(QWidget& root)
{
    QStringList all;
    collectNameless(*QAccessible::queryAccessibleInterface(&root), all);
    all.removeDuplicates();
    return all;
}

} // namespace lockkeeper::tests
