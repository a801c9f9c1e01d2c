// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QStringListModel>

class QLineEdit;

namespace lockkeeper::ui {

/// Offers words for the one that is being typed into a filter.
class FilterCompleter final : public QObject {
    Q_OBJECT
public:
    /// `edit` takes ownership.
    explicit FilterCompleter(QLineEdit& edit);

    /// The words to choose from, the best first.
    void setWords(const QStringList& words) { m_words.setStringList(words); }
    /// True if a word is highlighted, which Return takes.
    [[nodiscard]] bool isChoosing() const;

Q_SIGNALS:
    /// A word was put into the field.
    void completed();

private:
    void offer();
    void insert(const QString& word);
    [[nodiscard]] qsizetype startOfWord() const;

    QLineEdit& m_edit;
    QStringListModel m_words;
    QCompleter m_completer;
};

} // namespace lockkeeper::ui
