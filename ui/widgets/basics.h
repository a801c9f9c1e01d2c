// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

// What pages and dialogs are made of, in one line each.
namespace lockkeeper::ui {

/// `parent` may be null: another layout takes it. `spacing` -1: the style's.
template <class Box>
[[nodiscard]] Box* boxLayout(QWidget* parent, const QMargins& margins = {}, int spacing = -1)
{
    auto* layout = new Box(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

[[nodiscard]] inline QVBoxLayout* dialogBox(QDialog* dialog, int spacing = 12)
{
    return boxLayout<QVBoxLayout>(dialog, {16, 16, 16, 16}, spacing);
}

/// For tests and styles, and for screen readers.
inline void nameWidget(QWidget& widget, const QString& name, const QString& accessibleName)
{
    widget.setObjectName(name);
    widget.setAccessibleName(accessibleName);
}

/// Return elsewhere in a dialog does not press it.
[[nodiscard]] inline QPushButton* namedButton(
    const QString& text, const QString& name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAutoDefault(false);
    return button;
}

} // namespace lockkeeper::ui
