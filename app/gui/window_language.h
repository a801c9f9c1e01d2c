// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/catalogue_translator.h"
#include "app/language/language.h"

#include <QString>
#include <QTranslator>

namespace lockkeeper::gui {

/// Shows all texts of the program in one language, with those in Qt's own dialogs, and its dates
/// and numbers. There must be an application, and all windows must be created later and end before.
class WindowLanguage {
public:
    explicit WindowLanguage(Language language);

    /// What to install if no font of this system has the letters of the language; empty: one has.
    /// In English, which can be read then. Needs a QGuiApplication.
    [[nodiscard]] QString missingFont() const;

private:
    Language m_language;
    CatalogueTranslator m_ours;
    QTranslator m_qt;
};

} // namespace lockkeeper::gui
