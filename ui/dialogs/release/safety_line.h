// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/plan.h"
#include "ui/look/palette.h"

#include <QFrame>

class QLabel;

namespace lockkeeper::ui {

/// Whether freeing is safe, and why.
class SafetyLine final : public QFrame {
    Q_OBJECT
public:
    explicit SafetyLine(QWidget* parent = nullptr);

    void show(const release::SafetyVerdict& verdict);
    /// For the journal.
    [[nodiscard]] const std::optional<release::ShownSafety>& shown() const { return m_shown; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_icon;
    QLabel* m_word;
    QLabel* m_reason;
    Tone m_tone = Tone::Unknown;
    std::optional<release::ShownSafety> m_shown;
};

} // namespace lockkeeper::ui
