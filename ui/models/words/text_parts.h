// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

// How texts are put together in the language that is shown. Chinese has a comma of its own between
// the items of a list, and no spaces between sentences.
namespace lockkeeper::ui {

/// Names, or a few words each, as one list: "a, b, c".
[[nodiscard]] QString listText(const QStringList& texts);
/// Parts of one sentence: "freed 12:00:00 UTC, nobody has it yet".
[[nodiscard]] QString partsText(const QStringList& texts);
/// Texts that may have commas, in one line: "no TTL; not read by 2 of 3 masters".
[[nodiscard]] QString clausesText(const QStringList& texts);
/// Sentences, one after the other.
[[nodiscard]] QString sentencesText(const QStringList& sentences);
/// "NAME: TEXT".
[[nodiscard]] QString namedText(const QString& name, const QString& text);
/// The text with a full stop behind it.
[[nodiscard]] QString sentenceText(const QString& text);
/// Names days and months in the language of the texts, whatever the system's locale is.
[[nodiscard]] QLocale textLocale();

} // namespace lockkeeper::ui
