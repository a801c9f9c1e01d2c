// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/language/language.h"

#include <QString>
#include <QTranslator>

namespace lockkeeper::gui {

/// Lets Qt's tr() use the catalogue of core's tr(), so that there is one for all texts.
class CatalogueTranslator : public QTranslator {
public:
    QString translate(const char* context, const char* sourceText, const char* disambiguation,
        int n) const override;
    bool isEmpty() const override { return false; }
};

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
