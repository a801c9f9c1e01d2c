// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/title_match.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr int kScattered = 1000; ///< worse than any whole word

std::optional<int> wordsMatch(QStringView typed, QStringView title)
{
    int rank = 0;
    for (const QStringView word : typed.tokenize(u' ', Qt::SkipEmptyParts)) {
        const qsizetype at = title.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        const bool isWordStart = at == 0 || !title[at - 1].isLetterOrNumber();
        rank += static_cast<int>(std::min<qsizetype>(at, kScattered / 10))
            + (isWordStart ? 0 : kScattered / 10);
    }
    return rank;
}

} // namespace

std::optional<int> titleMatch(QStringView typed, QStringView title)
{
    if (const auto rank = wordsMatch(typed, title))
        return rank;
    qsizetype at = 0;
    for (const QChar character : typed) {
        if (character.isSpace())
            continue;
        at = title.indexOf(character, at, Qt::CaseInsensitive) + 1;
        if (at == 0)
            return std::nullopt;
    }
    return kScattered + static_cast<int>(title.size());
}

} // namespace lockkeeper::ui
