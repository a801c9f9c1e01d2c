// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

/// What a TextFilter searches of a lock: its resource, holder and library as they are shown, but
/// with their case folded, one a line. Takes some microseconds. Thread-safe.
[[nodiscard]] QString searchText(const observe::LockEntry& entry);

/// A text that locks are filtered by. A lock matches if its resource, holder or library contains
/// the text. A glob (`orders:*`) must match the whole of one of them instead. Case and surrounding
/// blanks are ignored. An empty text matches all locks. A value; const members are thread-safe.
class TextFilter {
public:
    TextFilter() = default;
    explicit TextFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const noexcept { return m_text.isEmpty(); }
    [[nodiscard]] bool matches(QStringView searchText) const;
    [[nodiscard]] bool matches(const observe::LockEntry& entry) const
    {
        return isEmpty() || matches(searchText(entry));
    }

    friend bool operator==(const TextFilter& a, const TextFilter& b)
    {
        return a.m_text == b.m_text;
    }

private:
    QString m_text; ///< with its case folded
    bool m_isGlob = false;
};

} // namespace lockkeeper::ui
