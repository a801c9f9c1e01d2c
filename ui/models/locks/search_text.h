// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

/// The lines of a search text. Hosts and process ids are separated by tabs: a read lock has several
/// holders.
enum class SearchLine { Resource, Holder, Library, Hosts, Pids };

/// The separator of hosts, and of process ids. No text that is safe to show contains it.
inline constexpr QChar kSearchSeparator = u'\t';

/// What a filter searches of a lock: its resource, holder and library as they are shown, but with
/// their case folded, and the holder's hosts and process ids, one a line. Takes some microseconds.
/// Thread-safe.
[[nodiscard]] QString searchText(const observe::LockEntry& entry);

/// One line of a search text; it points into that.
[[nodiscard]] QStringView searchLine(QStringView searchText, SearchLine line);
void searchLine(QString&& searchText, SearchLine line) = delete;

} // namespace lockkeeper::ui
