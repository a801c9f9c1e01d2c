// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

namespace lockkeeper::ui {

/// Modal dialogs above the active window.
class DialogPrompter final : public Prompter {
public:
    [[nodiscard]] bool confirm(const Question& question) override;
    [[nodiscard]] std::optional<int> choose(
        const Question& question, const Choices& choices) override;
    void tell(const QString& title, const QList<Fact>& facts) override;
    [[nodiscard]] QString chooseFile(const FileQuestion& question) override;
};

} // namespace lockkeeper::ui
