// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

namespace lockkeeper::ui {

/// A column of a table, and how a TableView shows it: what ColumnRole returns.
struct TableColumn {
    enum Flag : unsigned {
        Plain = 0,
        Narrow = 1, ///< it is narrowed, down to 60 %, when the last column has too little space
        Number = 2, ///< its title and cells are aligned to the right
        /// It shares the rest with the last column, can't be hidden, and its texts are cut in the
        /// middle, because names that begin alike differ at the end.
        Name = 4,
        /// It gets what the others leave, and its texts go on in a second line.
        Wrapped = 8,
    };
    const char* id = ""; ///< layouts are saved by it: it stays when others come and go
    QString title;
    int width = 0; ///< in pixels at an average character width of 6; the last column takes the rest
    unsigned flags = Plain;
    int leaves = 0; ///< 1: it is the first to be left out where there is no room for all; 0: never
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::TableColumn)
