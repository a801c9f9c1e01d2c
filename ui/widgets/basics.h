// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace lockkeeper::ui {

/// `parent` may be null. `spacing` -1: the style's.
template <class Box>
[[nodiscard]] Box* boxLayout(QWidget* parent, const QMargins& margins = {}, int spacing = -1)
{
    auto* layout = new Box(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

/// `leastWidth`: the dialog's. Unlike setMinimumWidth(), keeps the content's minimum.
[[nodiscard]] inline QVBoxLayout* dialogBox(QDialog* dialog, int spacing = 12, int leastWidth = 0)
{
    constexpr int kMargin = 16;
    auto* layout = boxLayout<QVBoxLayout>(dialog, {kMargin, kMargin, kMargin, kMargin}, spacing);
    layout->addStrut(std::max(0, leastWidth - 2 * kMargin));
    return layout;
}

/// A dialog's last row. AcceptRole makes a button the default, unless another is: use
/// DestructiveRole for risky deeds.
class DialogButtons final : public QDialogButtonBox {
public:
    DialogButtons(
        QDialog* dialog, std::initializer_list<std::pair<QPushButton*, ButtonRole>> buttons)
        : QDialogButtonBox(dialog)
    {
        layout()->setSpacing(8);
        for (const auto& [button, role] : buttons)
            add(*button, role);
    }

    void add(QPushButton& button, ButtonRole role)
    {
        const bool isHidden = isLeftOut(button);
        keepHidden([&] { addButton(&button, role); });
        if (isHidden)
            button.hide();
        setFocusProxy(nullptr); // else Tab never leaves the first button
    }

protected:
    void changeEvent(QEvent* event) override
    {
        keepHidden([&] { QDialogButtonBox::changeEvent(event); });
    }

private:
    static bool isLeftOut(const QWidget& button)
    {
        return button.isHidden() && button.testAttribute(Qt::WA_WState_ExplicitShowHide);
    }
    /// QDialogButtonBox shows all buttons at each layout.
    template <class Deed> void keepHidden(Deed deed)
    {
        QList<QAbstractButton*> hidden = buttons();
        hidden.removeIf([](const QAbstractButton* button) { return !isLeftOut(*button); });
        deed();
        for (QAbstractButton* const button : hidden)
            button->hide();
    }
};

inline void nameWidget(QWidget& widget, const QString& name, const QString& accessibleName)
{
    widget.setObjectName(name);
    widget.setAccessibleName(accessibleName);
}

[[nodiscard]] inline QScrollArea* scrolled(
    QWidget* content, const QString& accessibleName, QWidget* parent = nullptr)
{
    auto* area = new QScrollArea(parent);
    area->setWidget(content);
    area->setAccessibleName(accessibleName);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

/// Return elsewhere does not press it.
[[nodiscard]] inline QPushButton* namedButton(
    const QString& text, const QString& name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAutoDefault(false);
    return button;
}

} // namespace lockkeeper::ui
