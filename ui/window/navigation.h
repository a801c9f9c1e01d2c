// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QListWidget>

namespace lockkeeper::ui {

/// The list of pages at the left of the window.
class Navigation final : public QListWidget {
    Q_OBJECT
public:
    explicit Navigation(QWidget* parent = nullptr);

    void addPage(Glyph glyph, const QString& name);
};

} // namespace lockkeeper::ui
