// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lockkeeper::tests {

/// Those of `texts` that have two Latin letters in a row which are no data: not in one of `names`,
/// and not in what stays English, such as the names of commands, options, libraries and keys.
[[nodiscard]] QStringList untranslated(const QStringList& texts, const QStringList& names);

} // namespace lockkeeper::tests
