// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language/shown_texts.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSet>
#include <QTableView>
#include <QTextBrowser>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace lockkeeper::tests {
namespace {

class Collector {
public:
    void addWindow(const QWidget& root);
    [[nodiscard]] QStringList texts() const { return m_texts; }

private:
    void add(const QObject& where, const QString& text);
    void addWidget(const QWidget& widget);
    void addModel(const QAbstractItemView& view);
    void addAccessible(QAccessibleInterface& element, const QObject& where, int depth);

    QStringList m_texts;
    QSet<QString> m_known;
};

void Collector::add(const QObject& where, const QString& text)
{
    // Tool tips are rich text.
    QString plain = text;
    if (text.startsWith(u"<span>"_s) || Qt::mightBeRichText(text)) {
        QTextDocument document;
        document.setHtml(text);
        plain = document.toPlainText();
    }
    if (plain.trimmed().isEmpty())
        return;
    const QString line = QLatin1StringView(where.metaObject()->className()) + u' '
        + where.objectName() + u": "_s + plain;
    if (!m_known.contains(line)) {
        m_known.insert(line);
        m_texts << line;
    }
}

void Collector::addModel(const QAbstractItemView& view)
{
    const QAbstractItemModel* const model = view.model();
    const auto* table = qobject_cast<const QTableView*>(&view);
    for (int column = 0; model != nullptr && column < model->columnCount(); ++column) {
        if (table != nullptr)
            add(view, model->headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < model->rowCount(); ++row) {
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole),
                     int(Qt::AccessibleTextRole), int(Qt::AccessibleDescriptionRole)})
                add(view, model->index(row, column).data(role).toString());
        }
    }
}

void Collector::addWidget(const QWidget& widget)
{
    for (const QString& text : {widget.toolTip(), widget.statusTip(), widget.accessibleName(),
             widget.accessibleDescription(), widget.isWindow() ? widget.windowTitle() : QString()})
        add(widget, text);
    for (const char* const property : {"text", "title", "placeholderText", "suffix", "prefix"}) {
        // What is typed is the user's.
        const bool isTyped = qstrcmp(property, "text") == 0
            && qobject_cast<const QLineEdit*>(&widget) != nullptr
            && !widget.property("readOnly").toBool();
        if (!isTyped)
            add(widget, widget.property(property).toString());
    }
    if (const auto* text = qobject_cast<const QTextBrowser*>(&widget))
        add(widget, text->toPlainText());
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget); text && text->isReadOnly())
        add(widget, text->toPlainText());
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        for (int i = 0; i < box->count(); ++i)
            add(widget, box->itemText(i));
    }
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
        view != nullptr && qobject_cast<const QHeaderView*>(view) == nullptr)
        addModel(*view);
    for (const QAction* action : widget.actions()) {
        add(*action, action->text());
        add(*action, action->toolTip());
    }
}

void Collector::addAccessible(QAccessibleInterface& element, const QObject& where, int depth)
{
    const QObject& here = element.object() != nullptr ? *element.object() : where;
    const bool isTyped = element.role() == QAccessible::EditableText;
    for (const auto text : {QAccessible::Name, QAccessible::Description, QAccessible::Help})
        add(here, element.text(text));
    if (!isTyped)
        add(here, element.text(QAccessible::Value));
    // Cells are read from the model.
    if (element.tableInterface() != nullptr || depth > 40)
        return;
    for (int i = 0; i < element.childCount(); ++i) {
        if (auto* const child = element.child(i); child && child->isValid())
            addAccessible(*child, here, depth + 1);
    }
}

void Collector::addWindow(const QWidget& root)
{
    addWidget(root);
    for (const auto* widget : root.findChildren<const QWidget*>())
        addWidget(*widget);
    if (auto* const element = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&root)))
        addAccessible(*element, root, 0);
}

} // namespace

QStringList shownTexts(const QWidget& root)
{
    Collector collector;
    collector.addWindow(root);
    return collector.texts();
}

} // namespace lockkeeper::tests
