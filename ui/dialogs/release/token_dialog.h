// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/fingerprint.h"
#include "core/types.h"

#include <QDialog>
#include <optional>
#include <vector>

class QListWidget;
class QPushButton;

namespace lockkeeper::ui {

/// Dialog that asks which token of a lock is meant, where several are stored and none has a quorum.
/// It is accepted with a choice.
class TokenDialog final : public QDialog {
    Q_OBJECT
public:
    struct Choice {
        Fingerprint token;
        QString text; ///< the token, its masters, its holder, and whether it is safe; plain text
    };

    TokenDialog(const Resource& resource, std::vector<Choice> choices, QWidget* parent = nullptr);

    /// Shows the tokens as they are now. The selected one stays selected.
    void setChoices(std::vector<Choice> choices);

    /// The token that is selected; nullopt: none.
    [[nodiscard]] std::optional<Fingerprint> token() const;

private:
    void createLayout(const QString& resource);

    std::vector<Choice> m_choices;
    QListWidget* m_list;
    QPushButton* m_go;
};

} // namespace lockkeeper::ui
