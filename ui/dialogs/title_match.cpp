// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/title_match.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr int kScattered = 1000; ///< ranks below any word

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
    // Prefers initials: `swd` is Switch deployment, not Close window.
    int strays = 0;
    qsizetype end = 0;
    for (const QChar character : typed) {
        if (character.isSpace())
            continue;
        const qsizetype at = title.indexOf(character, end, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        const bool isNext = at == end && at > 0;
        strays += isNext || at == 0 || !title[at - 1].isLetterOrNumber() ? 0 : 1;
        end = at + 1;
    }
    return kScattered * (1 + strays) + static_cast<int>(title.size());
}

} // namespace lockkeeper::ui
