// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/filter/search_text.h"

#include <vector>

namespace lockkeeper::ui {

/// The search texts of all rows of a table. To make the texts of 100 000 locks takes 300 ms, to
/// search them 15 ms: with these, each keystroke in the filter shows its rows at once. About 150
/// bytes a row. Not thread-safe.
class SearchTexts {
public:
    /// The search text of the row in this slot, whose entry is `entry`. Made again only if the
    /// entry tells another resource, holder or library than at the latest call.
    const QString& of(int slot, const observe::LockEntryPtr& entry)
    {
        const auto place = static_cast<std::size_t>(slot);
        if (place >= m_texts.size())
            m_texts.resize(place + 1);
        Text& text = m_texts[place];
        if (!text.entry || (text.entry != entry && !isSameText(*text.entry, *entry)))
            text.text = searchText(*entry);
        text.entry = entry;
        return text.text;
    }
    void clear() { std::vector<Text>().swap(m_texts); } // frees the memory, too

private:
    struct Text {
        observe::LockEntryPtr
            entry; ///< that the text was made of, or a later one that tells the same
        QString text;
    };

    static bool isSameText(const observe::LockEntry& a, const observe::LockEntry& b)
    {
        return a.packedLock == b.packedLock && a.resource == b.resource;
    }

    std::vector<Text> m_texts; ///< by slot
};

} // namespace lockkeeper::ui
