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

/// Asks which token is meant if none has a quorum.
class TokenDialog final : public QDialog {
    Q_OBJECT
public:
    struct Choice {
        Fingerprint token;
        QString text; ///< token, masters, holder and safety; plain text
    };

    TokenDialog(const Resource& resource, std::vector<Choice> choices, QWidget* parent = nullptr);

    /// Keeps the selection.
    void setChoices(std::vector<Choice> choices);

    /// nullopt: none.
    [[nodiscard]] std::optional<Fingerprint> token() const;

private:
    void createLayout(const QString& resource);

    std::vector<Choice> m_choices;
    QListWidget* m_list;
    QPushButton* m_go;
};

} // namespace lockkeeper::ui
