// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_language.h"

#include "core/text/translate.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace lockkeeper::gui {

QString CatalogueTranslator::translate(
    const char* /*context*/, const char* sourceText, const char* disambiguation, int /*n*/) const
{
    const char* const text = lockkeeper::tr(sourceText, disambiguation);
    return text == sourceText ? QString() : QString::fromUtf8(text);
}

WindowLanguage::WindowLanguage(Language language)
    : m_language(language)
{
    useLanguage(language);
    QLocale::setDefault(QLocale::system());
    if (language == Language::English)
        return;
    const QLocale locale(QLocale::Chinese, QLocale::SimplifiedChineseScript, QLocale::China);
    QLocale::setDefault(locale);
    if (m_qt.load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    QCoreApplication::installTranslator(&m_ours);
}

QString WindowLanguage::missingFont() const
{
    if (m_language == Language::English
        || !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
        return {};
    return u"No installed font has Chinese letters: install fonts-noto-cjk and start Lockkeeper "
           "again, or set LOCKKEEPER_LANGUAGE=en."_s;
}

} // namespace lockkeeper::gui
