// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <QStringList>

namespace lockkeeper::ui {

/// The topics of the help, in the order of the list.
enum class HelpTopic { Votes, Verdicts, Evidence, Safety, Revoke, Release, Afterwards, Shortcuts };

/// One topic of the help. All texts are our own plain text.
struct HelpPage {
    HelpTopic topic;
    QString title;
    QStringList paragraphs;
    QList<Fact> facts{}; ///< shown as a table below the paragraphs
};

/// The whole help of the program, in the order of its topics.
[[nodiscard]] QList<HelpPage> helpPages();

} // namespace lockkeeper::ui
