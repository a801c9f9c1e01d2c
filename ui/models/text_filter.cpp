// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/text_filter.h"

#include "ui/models/glob.h"
#include "ui/models/words.h"

namespace lockkeeper::ui {

TextFilter::TextFilter(const QString& text)
    : m_text(text.trimmed())
    , m_isGlob(isGlob(m_text))
{ }

bool TextFilter::matches(const observe::LockEntry& entry) const
{
    if (isEmpty() || matchesText(safeText(entry.resource.value())))
        return true;
    const observe::DecodedLock lock = entry.unpackLock();
    return matchesText(holderText(lock)) || matchesText(libraryText(lock));
}

bool TextFilter::matchesText(QStringView text) const
{
    return m_isGlob ? matchesGlob(m_text, text) : text.contains(m_text, Qt::CaseInsensitive);
}

} // namespace lockkeeper::ui
