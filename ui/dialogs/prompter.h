// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace lockkeeper::ui {

/// A question with one deed in it. Plain text.
struct Question {
    QString title;
    QString text;
    QString deed; ///< what the button that does it says: verb and noun
};

/// A line of two columns. Plain text.
struct Fact {
    QString name;
    QString text;
};

/// Asks and tells by dialogs: the seam that lets tests answer.
class Prompter {
public:
    Prompter() = default;
    Prompter(const Prompter&) = delete;
    Prompter& operator=(const Prompter&) = delete;
    virtual ~Prompter() = default;

    /// True if the deed is wanted. Blocks until it is answered.
    [[nodiscard]] virtual bool confirm(const Question& question) = 0;
    /// Shows a short table. Blocks until it is closed.
    virtual void tell(const QString& title, const QList<Fact>& facts) = 0;
};

} // namespace lockkeeper::ui
