// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/text_filter.h"

#include "ui/models/glob.h"
#include "ui/models/words.h"

namespace lockkeeper::ui {

QString searchText(const observe::LockEntry& entry)
{
    const observe::DecodedLock lock = entry.unpackLock();
    // No text that is safe to show contains a line break.
    QString text
        = safeText(entry.resource.value()) + u'\n' + holderText(lock) + u'\n' + libraryText(lock);
    return std::move(text).toCaseFolded();
}

TextFilter::TextFilter(const QString& text)
    : m_text(text.trimmed().toCaseFolded())
    , m_isGlob(isGlob(m_text))
{ }

bool TextFilter::matches(QStringView searchText) const
{
    if (!m_isGlob)
        return searchText.contains(m_text);
    for (const QStringView line : searchText.tokenize(u'\n')) {
        if (matchesGlob(m_text, line))
            return true;
    }
    return false;
}

} // namespace lockkeeper::ui
