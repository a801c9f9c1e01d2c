// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QString>

class QLabel;
class QWidget;

namespace lockkeeper::ui {

// For screen readers, where Qt says too little or too much.

/// For painted widgets. Named by the accessible name, or a label's text.
void setSpokenRole(QWidget& widget, QAccessible::Role role);
/// "Evidence: no TTL", also at changes, unless the label has an accessible name.
void setCaption(QLabel& value, const QString& caption);
void setTip(QWidget& widget, const QString& plain);

} // namespace lockkeeper::ui
