// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/banner.h"

#include <map>

class QPushButton;

namespace lockkeeper::ui {

/// Lines about events until dismissed: questions first, then by urgency, then the latest. A low
/// window shows one, and unfolds the rest.
class NoticeStack final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kShown = 3;
    static constexpr int kLow = 900; ///< pixels

    struct Line {
        Glyph glyph = Glyph::Info;
        Tone tone = Tone::Notice;
        QString text;
        bool isQuestion = false; ///< the button asks for an action
    };

    explicit NoticeStack(QWidget& window);

    int add(const Line& line, const QString& buttonText = {});
    void change(int id, const Line& line);
    void setButtonText(int id, const QString& text);
    void remove(int id) { dismiss(id); }
    [[nodiscard]] int count() const noexcept { return static_cast<int>(m_lines.size()); }
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

    struct Place {
        bool isQuestion = false;
        int urgency = 0; ///< by tone
        int id = 0;

        auto operator<=>(const Place&) const = default;
    };
    [[nodiscard]] static Place placeOf(const Line& line, int id);
    [[nodiscard]] std::map<Place, Banner*, std::greater<>>::iterator find(int id);
    void showOrder(bool isFolded);

    QWidget& m_window;
    std::map<Place, Banner*, std::greater<>> m_lines;
    bool m_isLow = false;
    bool m_isUnfolded = false; ///< in a low window
    QPushButton* m_dismissAll; ///< except questions
    QLabel* m_order;
    QPushButton* m_next;
    int m_first = 0;
    int m_latest = 0;
};

} // namespace lockkeeper::ui
