// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <QStringList>

namespace lockkeeper::tests {

/// Answers questions as told, and remembers what it was asked and told.
class FakePrompter final : public ui::Prompter {
public:
    [[nodiscard]] bool confirm(const ui::Question& question) override
    {
        questions << question.text;
        warnings << question.warning;
        return answer;
    }
    [[nodiscard]] std::optional<int> choose(
        const ui::Question& question, const ui::Choices& choices) override
    {
        questions << question.text;
        offered = choices.texts;
        chosenAtFirst = choices.first;
        return answer ? std::optional(choice >= 0 ? choice : choices.first) : std::nullopt;
    }
    void tell(const QString& title, const QList<ui::Fact>& facts) override
    {
        told << title;
        for (const ui::Fact& fact : facts)
            texts << fact.text;
    }

    [[nodiscard]] QString chooseFile(const ui::FileQuestion& question) override
    {
        questions << question.title;
        return file;
    }

    bool answer = false;
    int choice = -1; ///< the answer to choose(); -1: what is chosen at first
    int chosenAtFirst = -1;
    QStringList offered; ///< the last choices
    QString file; ///< the answer to chooseFile()
    QStringList questions;
    QStringList warnings;
    QStringList told; ///< titles
    QStringList texts; ///< of all facts
};

} // namespace lockkeeper::tests
