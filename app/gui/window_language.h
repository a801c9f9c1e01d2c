// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/language/language.h"

#include <QString>
#include <QTranslator>

namespace lockkeeper::gui {

class CatalogueTranslator : public QTranslator {
public:
    QString translate(const char* context, const char* sourceText, const char* disambiguation,
        int n) const override;
    bool isEmpty() const override { return false; }
};

/// Sets the language of texts, Qt's dialogs, dates and numbers. Create it after the application,
/// before all windows; it must outlive them.
class WindowLanguage {
public:
    explicit WindowLanguage(Language language);

    /// Advice in English to install a font; empty: none needed. Needs a QGuiApplication.
    [[nodiscard]] QString missingFont() const;

private:
    Language m_language;
    CatalogueTranslator m_ours;
    QTranslator m_qt;
};

} // namespace lockkeeper::gui
