// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QWidget>

namespace lockkeeper::tests {

/// The descendant with this object name. A missing one fails the test and ends it.
template <class Widget> Widget& child(const QWidget& parent, const QString& name)
{
    auto* found = parent.findChild<Widget*>(name);
    if (!found)
        qFatal("no %s in %s", qPrintable(name), qPrintable(parent.objectName()));
    return *found;
}

/// The texts of all labels that can be seen.
[[nodiscard]] inline QStringList visibleTexts(const QWidget& parent)
{
    QStringList texts;
    for (const auto* label : parent.findChildren<QLabel*>()) {
        if (label->isVisible())
            texts << label->text();
    }
    return texts;
}

/// A left click in the middle.
inline void click(QWidget& widget)
{
    QCoreApplication::sendPostedEvents(); // so that it is laid out
    QTest::mouseClick(&widget, Qt::LeftButton);
}

/// Types into a line edit, replacing what is there.
template <class LineEdit> void type(LineEdit& edit, const QString& text)
{
    edit.clear();
    QTest::keyClicks(&edit, text);
}

/// Drags the right edge of a column's title.
inline void dragColumn(QTableView& view, int column, int width)
{
    QHeaderView& header = *view.horizontalHeader();
    const QPoint edge(header.sectionViewportPosition(column) + header.sectionSize(column) - 1, 4);
    QTest::mousePress(header.viewport(), Qt::LeftButton, {}, edge);
    header.resizeSection(column, width);
    QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, edge);
}

} // namespace lockkeeper::tests
