// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockkeeper::ui {

/// Asks for the reason, for the name unless the holder's end is proven, and about silent masters.
class ReleaseQuestions final : public QWidget {
    Q_OBJECT
public:
    /// `name`: to be typed.
    explicit ReleaseQuestions(std::string name, QWidget* parent = nullptr);

    /// Longest caption in English.
    [[nodiscard]] static QString widestCaption();
    /// Width of all captions, to align fields.
    [[nodiscard]] static int captionWidth(const QFontMetrics& metrics);

    void setNameAsked(bool isAsked);
    void setFinishOffered(bool isOffered);

    [[nodiscard]] QString reason() const;
    /// Focus the field: a typed blank must press no button.
    void focusReason();
    [[nodiscard]] bool isFinishWanted() const;
    /// Focuses and outlines the first empty field. False: none.
    bool goToMissing();
    [[nodiscard]] bool isAnswered() const;
    [[nodiscard]] bool hasInput() const;

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] bool isNamed() const;
    void createLayout();
    [[nodiscard]] QLabel* createCaption(const QString& text, QWidget& field);

    const std::string m_wantedName;
    QLineEdit* m_reason;
    QWidget* m_nameArea;
    QLineEdit* m_name;
    QCheckBox* m_finish;
    bool m_isNameAsked = false;
};

} // namespace lockkeeper::ui
