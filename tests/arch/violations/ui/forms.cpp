// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFormLayout>
/// In place of QFormLayout.
void hide(QFormLayout& layout, QWidget& row)
{
    layout.setRowVisible(&row, false);
}
