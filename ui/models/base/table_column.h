// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

namespace lockkeeper::ui {

struct TableColumn {
    enum Flag : unsigned {
        Plain = 0,
        Narrow = 1, ///< shrinks to 60 % if the last column lacks space
        Number = 2,
        /// Shares the rest with the last column; can't be hidden; elided in the middle.
        Name = 4,
        /// Takes the remaining width; wraps into two lines.
        Wrapped = 8,
    };
    const char* id = ""; ///< key of saved layouts: never change it
    QString title;
    int width = 0; ///< pixels at an average character width of 6
    unsigned flags = Plain;
    int leaves = 0; ///< 1: hidden first; 0: never
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::TableColumn)
