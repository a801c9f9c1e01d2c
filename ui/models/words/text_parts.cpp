// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/text_parts.h"

#include "ui/models/words/words.h"

namespace lockkeeper::ui {

QString listText(const QStringList& texts)
{
    return texts.join(Words::tr(", ", "between the items of a list"));
}

QString moreText(qsizetype count)
{
    return Words::tr("%L1 more").arg(count);
}

QString partsText(const QStringList& texts)
{
    return texts.join(Words::tr(", ", "between parts of a sentence"));
}

QString clausesText(const QStringList& texts)
{
    return texts.join(Words::tr("; "));
}

QString sentencesText(const QStringList& sentences)
{
    QString text;
    for (const QString& sentence : sentences)
        text = text.isEmpty() ? sentence : Words::tr("%1 %2", "two sentences").arg(text, sentence);
    return text;
}

QString namedText(const QString& name, const QString& text)
{
    return Words::tr("%1: %2").arg(name, text);
}

QString sentenceText(const QString& text)
{
    return Words::tr("%1.").arg(text);
}

QLocale textLocale()
{
    return QLocale(Words::tr("C", "the locale of this language"));
}

} // namespace lockkeeper::ui
