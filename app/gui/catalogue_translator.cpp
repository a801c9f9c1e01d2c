// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/catalogue_translator.h"

#include "core/text/translate.h"

namespace lockkeeper::gui {

QString CatalogueTranslator::translate(
    const char* /*context*/, const char* sourceText, const char* disambiguation, int /*n*/) const
{
    const char* const text = lockkeeper::tr(sourceText, disambiguation);
    // A null string lets Qt ask its own translators, which know the texts of Qt's dialogs.
    return text == sourceText ? QString() : QString::fromUtf8(text);
}

} // namespace lockkeeper::gui
