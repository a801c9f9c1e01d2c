// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language/cut_texts.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::tests {
namespace {

class CutTexts {
public:
    void look(const QWidget& widget);
    [[nodiscard]] QStringList found() const { return m_found; }

private:
    void check(const QWidget& widget, const QString& text, int needed, int room);
    void lookAtLabel(const QLabel& label);
    void lookAtButton(const QAbstractButton& button);
    void lookAtHeader(const QHeaderView& header);
    void lookAtTabs(const QTabBar& tabs);

    QStringList m_found;
};

void CutTexts::check(const QWidget& widget, const QString& text, int needed, int room)
{
    if (!text.isEmpty() && needed > room)
        m_found << u"%1 %2: %3, %4 in %5"_s
                       .arg(QLatin1StringView(widget.metaObject()->className()),
                           widget.objectName(), text)
                       .arg(needed)
                       .arg(room);
}

void CutTexts::lookAtLabel(const QLabel& label)
{
    if (label.text().isEmpty())
        return;
    if (label.wordWrap())
        return check(label, label.text(), label.heightForWidth(label.width()), label.height());
    // Some labels shorten their text themselves, and have the whole one in their tool tip.
    const bool isShortened = label.text().endsWith(u'\u2026') && !label.toolTip().isEmpty();
    const int needed = label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored
        ? label.fontMetrics().horizontalAdvance(label.text())
        : label.sizeHint().width();
    check(label, label.text(), needed, label.width());
    if (isShortened)
        m_found << u"%1 is shortened: %2"_s.arg(label.objectName(), label.text());
}

void CutTexts::lookAtButton(const QAbstractButton& button)
{
    // A check box has its mark beside the text. The size hint of a push button has much air.
    const bool isBox = qobject_cast<const QPushButton*>(&button) == nullptr
        && qobject_cast<const QToolButton*>(&button) == nullptr;
    const int icon = button.icon().isNull() ? 0 : button.iconSize().width() + 4;
    const int text
        = button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width() + icon + 2 * 3;
    check(button, button.text(), isBox ? button.sizeHint().width() : text, button.width());
}

void CutTexts::lookAtHeader(const QHeaderView& header)
{
    const QAbstractItemModel* const model = header.model();
    if (header.orientation() != Qt::Horizontal || model == nullptr)
        return;
    for (int section = 0; section < header.count(); ++section) {
        if (header.isSectionHidden(section))
            continue;
        const QString text = model->headerData(section, Qt::Horizontal).toString();
        const int margin
            = 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
        check(header, text, header.fontMetrics().horizontalAdvance(text) + margin,
            header.sectionSize(section));
    }
}

void CutTexts::lookAtTabs(const QTabBar& tabs)
{
    for (int tab = 0; tab < tabs.count(); ++tab)
        check(tabs, tabs.tabText(tab), tabs.fontMetrics().horizontalAdvance(tabs.tabText(tab)),
            tabs.tabRect(tab).intersected(tabs.rect()).width());
}

void CutTexts::look(const QWidget& widget)
{
    if (!widget.isVisible())
        return;
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return lookAtLabel(*label);
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return lookAtButton(*button);
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget))
        return lookAtHeader(*header);
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        return lookAtTabs(*tabs);
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        return check(widget, box->currentText(), box->minimumSizeHint().width(), box->width());
    if (const auto* edit = qobject_cast<const QLineEdit*>(&widget);
        edit && edit->text().isEmpty()) {
        const int room = edit->width() - 2 * 6; // its frame and margins
        const bool isPath = edit->placeholderText().startsWith(u'/'); // not ours
        if (!isPath)
            check(widget, edit->placeholderText(),
                edit->fontMetrics().horizontalAdvance(edit->placeholderText()), room);
    }
    if (const auto* list = qobject_cast<const QListWidget*>(&widget))
        for (int row = 0; row < list->count(); ++row)
            check(widget, list->item(row)->text(),
                list->fontMetrics().horizontalAdvance(list->item(row)->text()),
                list->viewport()->width());
}

} // namespace

QStringList cutTexts(const QWidget& root)
{
    CutTexts cut;
    cut.look(root);
    for (const auto* widget : root.findChildren<const QWidget*>()) {
        if (widget->window() == root.window())
            cut.look(*widget);
    }
    return cut.found();
}

} // namespace lockkeeper::tests
