// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

// Joins texts as the shown language does: Chinese has a list comma, and no space between sentences.
namespace lockkeeper::ui {

[[nodiscard]] QString listText(const QStringList& texts);
[[nodiscard]] QString moreText(qsizetype count);
[[nodiscard]] QString partsText(const QStringList& texts);
/// For parts with commas: "no TTL; not read by 2 of 3 masters".
[[nodiscard]] QString clausesText(const QStringList& texts);
[[nodiscard]] QString sentencesText(const QStringList& sentences);
[[nodiscard]] QString namedText(const QString& name, const QString& text);
[[nodiscard]] QString sentenceText(const QString& text);
[[nodiscard]] QLocale textLocale();

} // namespace lockkeeper::ui
