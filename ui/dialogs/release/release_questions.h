// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockkeeper::ui {

/// What the release dialog asks for: the reason, the resource's name if nothing proves that its
/// holder is gone, and whether silent masters get the command later.
class ReleaseQuestions final : public QWidget {
    Q_OBJECT
public:
    /// `name`: the resource's, which may have to be typed.
    explicit ReleaseQuestions(std::string name, QWidget* parent = nullptr);

    /// The longest caption in English: of what the holder notices.
    [[nodiscard]] static QString widestCaption();
    /// The width of the dialog's widest caption, for all of them: so their fields are aligned.
    [[nodiscard]] static int captionWidth(const QFontMetrics& metrics);

    void setNameAsked(bool isAsked);
    /// Offers to finish later. Call it when masters are silent.
    void setFinishOffered(bool isOffered);

    [[nodiscard]] QString reason() const;
    /// Who starts to type gives a reason; a blank must not press a button.
    void focusReason();
    [[nodiscard]] bool isFinishWanted() const;
    /// Moves the focus to the first field that must still be filled in, and outlines it. False:
    /// there is none.
    bool goToMissing();
    /// True if all that is asked for is there.
    [[nodiscard]] bool isAnswered() const;
    /// True if anything was typed.
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
