// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/filter_completer.h"

#include <QAbstractItemView>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

/// A single character is in most words.
constexpr qsizetype kShortest = 2;

} // namespace

FilterCompleter::FilterCompleter(QLineEdit& edit)
    : QObject(&edit)
    , m_edit(edit)
{
    m_completer.setModel(&m_words);
    m_completer.setWidget(&edit);
    m_completer.setCaseSensitivity(Qt::CaseInsensitive);
    m_completer.setFilterMode(Qt::MatchContains);
    m_completer.setCompletionMode(QCompleter::PopupCompletion);
    connect(&edit, &QLineEdit::textEdited, this, &FilterCompleter::offer);
    connect(&m_completer, qOverload<const QString&>(&QCompleter::activated), this,
        &FilterCompleter::insert);
}

bool FilterCompleter::isChoosing() const
{
    const QAbstractItemView& popup = *m_completer.popup();
    return popup.isVisible() && popup.currentIndex().isValid();
}

qsizetype FilterCompleter::startOfWord() const
{
    const QString text = m_edit.text();
    qsizetype start = m_edit.cursorPosition();
    while (start > 0 && !text[start - 1].isSpace())
        --start;
    const bool isNegated = start < m_edit.cursorPosition() && text[start] == u'-';
    return isNegated ? start + 1 : start;
}

void FilterCompleter::offer()
{
    const qsizetype start = startOfWord();
    const QString word = m_edit.text().sliced(start, m_edit.cursorPosition() - start);
    m_completer.setCompletionPrefix(word);
    const bool isUseful = word.size() >= kShortest && m_completer.completionCount() > 0
        && m_completer.currentCompletion().compare(word, Qt::CaseInsensitive) != 0;
    if (isUseful)
        m_completer.complete();
    else
        m_completer.popup()->hide();
}

void FilterCompleter::insert(const QString& word)
{
    const qsizetype start = startOfWord();
    const QString text = m_edit.text();
    // A word that wants a value ("library:", "held>") goes on where it ends.
    const bool isWhole = !word.endsWith(u':') && !word.endsWith(u'>') && !word.endsWith(u'<');
    const QString rest = text.sliced(m_edit.cursorPosition()).trimmed();
    const QString before = text.first(start) + word + (isWhole ? u" "_s : QString());
    m_edit.setText(before + rest);
    m_edit.setCursorPosition(static_cast<int>(before.size()));
    Q_EMIT completed();
}

} // namespace lockkeeper::ui
