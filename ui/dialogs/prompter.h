// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>
#include <optional>

namespace lockkeeper::ui {

/// A yes-or-no question about one action. All fields are plain text.
struct Question {
    QString title;
    QString text;
    QString deed; ///< the text of the button that confirms the action: verb and noun
    QString warning{}; ///< a word in a red frame around the question; empty: no frame
};

/// What a question lets the user choose from. Plain text.
struct Choices {
    QString caption;
    QStringList texts;
    int first = -1; ///< what is chosen at first; -1: nothing, and the deed waits for a choice
};

/// One row of a table with two columns. Plain text.
struct Fact {
    QString name;
    QString text;
};

/// A question for a file. `filters`: as QFileDialog takes them; the first one is chosen.
struct FileQuestion {
    QString title;
    QString suggestedName{};
    QStringList filters;
    bool isToRead = false; ///< it must be there; else it is written
};

/// Interface for modal dialogs, so that tests can answer in place of the user.
class Prompter {
public:
    Prompter() = default;
    Prompter(const Prompter&) = delete;
    Prompter& operator=(const Prompter&) = delete;
    virtual ~Prompter() = default;

    /// Asks the question. True if the user confirms the action. Blocks until it is answered.
    [[nodiscard]] virtual bool confirm(const Question& question) = 0;
    /// As confirm(), with a choice. Its index; nullopt if the user cancels.
    [[nodiscard]] virtual std::optional<int> choose(
        const Question& question, const Choices& choices)
        = 0;
    /// Shows a short table. Blocks until the user closes it.
    virtual void tell(const QString& title, const QList<Fact>& facts) = 0;
    /// Asks for a file; for one to write, also whether to replace one that is there. Empty if the
    /// user cancels. Blocks until it is answered.
    [[nodiscard]] virtual QString chooseFile(const FileQuestion& question) = 0;
};

} // namespace lockkeeper::ui
