// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/search_text.h"

#include "ui/models/words/words.h"

namespace lockkeeper::ui {
namespace {

void append(QString& text, const QString& item)
{
    if (!text.endsWith(u'\n'))
        text += kSearchSeparator;
    text += item;
}

} // namespace

QString searchText(const observe::LockEntry& entry)
{
    const observe::DecodedLock lock = entry.unpackLock();
    // Safe texts contain no line break.
    QString text = safeText(entry.resource.value()) + u'\n' + holderText(lock) + u'\n'
        + libraryText(lock) + u'\n';
    const std::vector<observe::Holder> one{lock.holder};
    const std::vector<observe::Holder>& holders = lock.holders.empty() ? one : lock.holders;
    for (const observe::Holder& holder : holders) {
        if (holder.host)
            append(text, safeText(*holder.host));
    }
    text += u'\n';
    for (const observe::Holder& holder : holders) {
        if (holder.pid)
            append(text, QString::number(*holder.pid));
    }
    return std::move(text).toCaseFolded();
}

QStringView searchLine(QStringView searchText, SearchLine line)
{
    qsizetype start = 0;
    for (int skipped = 0; skipped < static_cast<int>(line); ++skipped)
        start = searchText.indexOf(u'\n', start) + 1;
    const qsizetype end = searchText.indexOf(u'\n', start);
    return searchText.sliced(start, (end < 0 ? searchText.size() : end) - start);
}

} // namespace lockkeeper::ui
