// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QString>

namespace lockkeeper::ui {

/// Lines of a search text. Tabs separate the hosts and pids of several holders.
enum class SearchLine { Resource, Holder, Library, Hosts, Pids };

/// Never in safe texts.
inline constexpr QChar kSearchSeparator = u'\t';

/// What filters search: case-folded resource, holder and library, then hosts and pids, one a line.
/// Takes microseconds. Thread-safe.
[[nodiscard]] QString searchText(const observe::LockEntry& entry);

/// A view into `searchText`.
[[nodiscard]] QStringView searchLine(QStringView searchText, SearchLine line);
void searchLine(QString&& searchText, SearchLine line) = delete;

} // namespace lockkeeper::ui
