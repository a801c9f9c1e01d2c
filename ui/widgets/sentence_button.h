// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace lockkeeper::ui {

/// A sentence that can be clicked. Plain text, cut at its end if it is too long for the width; the
/// tool tip has it all.
class SentenceButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SentenceButton(QWidget* parent = nullptr);

    /// Sets the text, the accessible name and the tool tip.
    void setSentence(const QString& sentence);
    [[nodiscard]] QString sentence() const { return accessibleName(); }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lockkeeper::ui
