// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/lock_entry.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QStringView>
#include "fine.moc"
