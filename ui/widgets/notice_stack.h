// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/banner.h"

#include <map>

class QPushButton;

namespace lockkeeper::ui {

/// Lines about what has happened, the latest first, each of which stays until it is dismissed.
/// Lines that ask for something come before all others. A line may change. Only the latest few are
/// shown: dismissing one shows an earlier one. Several can be dismissed at once. In a low window,
/// only the latest is, and a button that says how many others there are unfolds these.
class NoticeStack final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kShown = 3;
    static constexpr int kLow = 900; ///< a window with fewer pixels in height

    struct Line {
        Glyph glyph = Glyph::Info;
        Tone tone = Tone::Notice;
        QString text; ///< plain
        bool isQuestion = false; ///< its button asks for something
    };

    /// `window` has the stack, which becomes its child.
    explicit NoticeStack(QWidget& window);

    /// Adds a line, with a button of this text unless it is empty. Returns the line's id.
    int add(const Line& line, const QString& buttonText = {});
    /// Changes a line. Does nothing if it was dismissed.
    void change(int id, const Line& line);
    /// Changes the text of a line's button.
    void setButtonText(int id, const QString& text);
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_lines.size()); }
    /// The whole texts of all lines, the latest first.
    [[nodiscard]] QStringList texts() const;

Q_SIGNALS:
    void buttonClicked(int id);
    void dismissed(int id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void dismiss(int id);
    void dismissAll();
    void arrange();

    /// Questions first, and the latest first among them and among the others.
    using Place = std::pair<bool, int>;
    [[nodiscard]] std::map<Place, Banner*, std::greater<>>::iterator find(int id);

    QWidget& m_window;
    std::map<Place, Banner*, std::greater<>> m_lines;
    bool m_isLow = false;
    bool m_isUnfolded = false; ///< in a low window
    QPushButton* m_dismissAll; ///< all but questions
    QLabel* m_more;
    int m_latest = 0;
};

} // namespace lockkeeper::ui
