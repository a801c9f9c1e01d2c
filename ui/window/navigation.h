// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QListWidget>

namespace lockkeeper::ui {

/// The list of pages at the left of the window. In a narrow window it has only their icons, and
/// their names as tool tips; in a low one, its entries are close together.
class Navigation final : public QListWidget {
    Q_OBJECT
public:
    explicit Navigation(QWidget& window);

    void addPage(Glyph glyph, const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitWidth();

    QWidget& m_window;
    int m_nameWidth = 0; ///< of the longest one
};

} // namespace lockkeeper::ui
