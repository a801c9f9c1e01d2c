// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QList>
#include <QString>

namespace lockkeeper::ui {

/// What a page of the window is called.
struct PageTitle {
    QString name; ///< for the command line
    Glyph glyph;
    QString title;
};

/// All pages, in the order of MainWindow::Page.
[[nodiscard]] QList<PageTitle> pageTitles();

} // namespace lockkeeper::ui
