// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/prompter.h"

#include <QDialog>
#include <QStringList>
#include <optional>

namespace lockkeeper::ui {

enum class HelpTopic {
    Votes,
    Verdicts,
    Evidence,
    Safety,
    Revoke,
    Release,
    Ask,
    TakeOver,
    Notes,
    Plans,
    Afterwards,
    Shortcuts
};

struct HelpPage {
    HelpTopic topic;
    QString title;
    QStringList paragraphs;
    QList<Fact> facts{};
};

[[nodiscard]] QList<HelpPage> helpPages(const QStringList& pages);

} // namespace lockkeeper::ui

class QAction;
class QListWidget;
class QTextBrowser;

namespace lockkeeper::ui {

class HelpDialog final : public QDialog {
    Q_OBJECT
public:
    explicit HelpDialog(const QStringList& pages, QWidget* parent = nullptr);

    static void open(QWidget& window, const QStringList& pages, std::optional<HelpTopic> topic);

    static void offer(QWidget& window, const QStringList& pages, QAction& help, QAction& shortcuts);

    void showTopic(HelpTopic topic);

private:
    void showPage(int index);

    QList<HelpPage> m_pages;
    QListWidget* m_topics;
    QTextBrowser* m_text;
};

} // namespace lockkeeper::ui
