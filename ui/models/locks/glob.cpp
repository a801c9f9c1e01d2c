// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/glob.h"

namespace lockkeeper::ui {

bool isGlob(QStringView pattern)
{
    return pattern.contains(u'*') || pattern.contains(u'?');
}

bool matchesGlob(QStringView pattern, QStringView text)
{
    qsizetype p = 0;
    qsizetype t = 0;
    // On a mismatch only the latest star takes one more character: whatever an earlier star could
    // match, the latest one can match too.
    qsizetype star = -1;
    qsizetype starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == u'?')) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

} // namespace lockkeeper::ui
