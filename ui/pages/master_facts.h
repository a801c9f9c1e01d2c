// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/fact_words.h"

#include <QScrollArea>

class QLabel;

namespace lockkeeper::ui {

class GlyphMark;

/// What of one master matters for its locks: a row for each fact, with the reason, and the command
/// that mends it.
class MasterFacts final : public QScrollArea {
    Q_OBJECT
public:
    explicit MasterFacts(QWidget* parent = nullptr);

    /// Shows the facts of this master; grey if they are old, with their `age`: "as of 12 s ago".
    /// `problem`: why it can't be read, and the like; empty: nothing. Changes only what differs.
    void showFacts(const MasterId& master, const std::vector<words::MasterFact>& facts,
        const QString& age, const QString& problem);

private:
    /// The widgets of a fact.
    struct Row {
        GlyphMark* sign;
        QLabel* topic;
        QLabel* text;
        QLabel* why;
        QWidget* cureLine;
        QLabel* cure;
        std::optional<words::FactState> state{};
    };
    [[nodiscard]] Row makeRow(std::size_t index);
    static void fill(Row& row, const words::MasterFact& fact);

    QLabel* m_title;
    QLabel* m_problem;
    std::vector<Row> m_rows;
};

} // namespace lockkeeper::ui
