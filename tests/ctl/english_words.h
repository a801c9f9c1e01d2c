// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace lockkeeper::tests {

/// The English words in a text for people that should be in Chinese: each run of two letters or
/// more that is no name, value, option, placeholder or part of a command. `names` are those of
/// locks, masters and holders in the text.
[[nodiscard]] QStringList englishWordsIn(const QByteArray& text, const QStringList& names = {});

} // namespace lockkeeper::tests
