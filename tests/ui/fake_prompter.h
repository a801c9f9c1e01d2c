// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <QStringList>

namespace lockkeeper::tests {

/// Answers as told, and keeps what it was asked.
class FakePrompter final : public ui::Prompter {
public:
    [[nodiscard]] bool confirm(const ui::Question& question) override
    {
        questions << question.text;
        warnings << question.warning;
        return answer;
    }
    void tell(const QString& title, const QList<ui::Fact>&) override { told << title; }

    bool answer = false;
    QStringList questions;
    QStringList warnings;
    QStringList told;
};

} // namespace lockkeeper::tests
