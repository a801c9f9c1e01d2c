// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QString>

class QLabel;
class QWidget;

namespace lockkeeper::ui {

// What a screen reader says of widgets, where Qt would say too little or too much.

/// What the widget is, where Qt knows no more than that it is painted. Its name is the accessible
/// one, or a label's text.
void setSpokenRole(QWidget& widget, QAccessible::Role role);
/// A value is spoken with what it is of: "Evidence: no TTL". So is each new text of the label, as
/// long as it has no accessible name.
void setCaption(QLabel& value, const QString& caption);
/// The tool tip, and the same without markup for screen readers.
void setTip(QWidget& widget, const QString& plain);

} // namespace lockkeeper::ui
