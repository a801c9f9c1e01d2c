// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

/// A text that locks are filtered by. A lock matches if its resource, holder or library contains
/// the text. A glob (`orders:*`) must match the whole of one of them instead. Case and surrounding
/// blanks are ignored. An empty text matches all locks. A value; const members are thread-safe.
class TextFilter {
public:
    TextFilter() = default;
    explicit TextFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const noexcept { return m_text.isEmpty(); }
    /// Takes some microseconds if the resource does not match: the holder's text is made first.
    [[nodiscard]] bool matches(const observe::LockEntry& entry) const;

    friend bool operator==(const TextFilter& a, const TextFilter& b)
    {
        return a.m_text == b.m_text;
    }

private:
    [[nodiscard]] bool matchesText(QStringView text) const;

    QString m_text;
    bool m_isGlob = false;
};

} // namespace lockkeeper::ui
