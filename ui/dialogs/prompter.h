// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>
#include <optional>

class QSettings;

namespace lockkeeper::ui {

struct Question {
    QString title;
    QString text;
    QString deed; ///< text of the button: verb and noun
    QString warning{}; ///< a word in a red frame; may be empty
};

struct Choices {
    QString caption;
    QStringList texts;
    int first = -1; ///< -1: none; disables the deed
};

struct Fact {
    QString name;
    QString text;
};

/// `filters`: as for QFileDialog.
struct FileQuestion {
    QString title;
    QString suggestedName{};
    QStringList filters;
    bool isToRead = false;
};

/// Modal dialogs that tests can answer. Calls block.
class Prompter {
public:
    Prompter() = default;
    Prompter(const Prompter&) = delete;
    Prompter& operator=(const Prompter&) = delete;
    virtual ~Prompter() = default;

    [[nodiscard]] virtual bool confirm(const Question& question) = 0;
    [[nodiscard]] virtual std::optional<int> choose(
        const Question& question, const Choices& choices)
        = 0;
    virtual void tell(const QString& title, const QList<Fact>& facts) = 0;
    /// Empty: cancelled. Asks before it replaces a file.
    [[nodiscard]] virtual QString chooseFile(const FileQuestion& question) = 0;
};

class DialogPrompter final : public Prompter {
public:
    explicit DialogPrompter(QSettings& settings)
        : m_settings(settings)
    { }

    [[nodiscard]] bool confirm(const Question& question) override;
    [[nodiscard]] std::optional<int> choose(
        const Question& question, const Choices& choices) override;
    void tell(const QString& title, const QList<Fact>& facts) override;
    [[nodiscard]] QString chooseFile(const FileQuestion& question) override;

private:
    QSettings& m_settings;
};

/// Folder of the last file; else documents, else home.
[[nodiscard]] QString folderForFiles(const QSettings& settings);

} // namespace lockkeeper::ui
