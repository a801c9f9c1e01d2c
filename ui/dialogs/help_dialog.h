// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <QDialog>
#include <QStringList>
#include <optional>

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

class QAction;
class QListWidget;
class QTextBrowser;

namespace lockkeeper::ui {

/// The help inside the program: a list of topics, and the text of one. It can stay open beside its
/// window.
class HelpDialog final : public QDialog {
    Q_OBJECT
public:
    explicit HelpDialog(QWidget* parent = nullptr);

    /// Shows the help of `window`; nullopt: the topic that it showed last. There is one per window.
    static void open(QWidget& window, std::optional<HelpTopic> topic);

    /// Opens it by these actions.
    static void offer(QWidget& window, QAction& help, QAction& shortcuts);

    void showTopic(HelpTopic topic);

private:
    void showPage(int index);

    QList<HelpPage> m_pages;
    QListWidget* m_topics;
    QTextBrowser* m_text;
};

} // namespace lockkeeper::ui
