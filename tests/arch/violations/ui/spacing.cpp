// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
void arrange(QLayout& layout, int gap)
{
    layout.setContentsMargins(0, 8, 10, 8);
    layout.setSpacing(8);
    layout.setSpacing(1);
    layout.setSpacing(gap);
}
