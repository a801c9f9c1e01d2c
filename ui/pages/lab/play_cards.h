// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"
#include "ui/look/palette.h"

#include <QFrame>
#include <functional>
#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace lockkeeper::ui {

/// "2.7 s": a time of a play, not below 0.
[[nodiscard]] QString secondsText(SteadyTime::duration time);
/// A contender's letter in its form and colour.
[[nodiscard]] QIcon contenderSign(char who, const QPalette& palette);

/// A card of free play: who it is, how it is, and what it may be told.
class PlayCard : public QFrame {
    Q_OBJECT
public:
    /// Tab goes through it after that widget; returns the last of its own.
    QWidget* orderAfter(QWidget* before);

Q_SIGNALS:
    /// The user tells it what to do.
    void told(const lockkeeper::lab::Move& move);

protected:
    explicit PlayCard(QWidget* parent);

    [[nodiscard]] QHBoxLayout* addRow();
    /// It is as wide as the longest of the texts that it will have.
    [[nodiscard]] QPushButton* addButton(QHBoxLayout& row, const QStringList& texts);
    /// A button that opens a menu.
    [[nodiscard]] QPushButton* addMenu(QHBoxLayout& row);
    /// `sign` is drawn again when the colours change.
    void setName(const QString& name, std::function<QIcon()> sign);
    void changeEvent(QEvent* event) override;
    void setAbout(const QString& text);
    /// nullopt: in the colour of text.
    void setState(const QString& text, std::optional<Tone> tone);

private:
    std::function<QIcon()> m_drawSign;
    QLabel* m_sign = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_state = nullptr;
};

/// A contender's.
class ContenderCard final : public PlayCard {
    Q_OBJECT
public:
    ContenderCard(char who, QWidget* parent);

    /// Offers the schemes that can be used on so many masters.
    void setMasters(std::size_t masters);
    /// nullopt: it was not started. `now` is the time of what is seen.
    void show(const std::optional<lab::ContenderState>& state, SteadyTime now, bool isPlaying);
    [[nodiscard]] char who() const noexcept { return m_who; }

private:
    void tell(lab::Deed::Kind kind);
    [[nodiscard]] lab::Way way() const;
    void showAbilities();

    char m_who;
    lab::ContenderState m_state{};
    QComboBox* m_scheme = nullptr;
    QDoubleSpinBox* m_ttl = nullptr;
    QDoubleSpinBox* m_work = nullptr;
    QCheckBox* m_renew = nullptr;
    QCheckBox* m_fence = nullptr;
    QPushButton* m_take = nullptr;
    QPushButton* m_pause = nullptr;
    QPushButton* m_kill = nullptr;
    QPushButton* m_more = nullptr;
    QAction* m_holdBack = nullptr;
    QAction* m_leave = nullptr;
};

/// A master's.
class MasterCard final : public PlayCard {
    Q_OBJECT
public:
    MasterCard(char id, QWidget* parent);

    /// `contenders` are those that it can be cut from.
    void show(const lab::MasterState& state, const lab::Scene& scene, bool isPlaying);

private:
    void tell(lab::Deed::Kind kind, int amount = 0);
    void fillMenu();
    [[nodiscard]] QString storedText(const lab::Scene& scene) const;

    char m_id;
    lab::MasterState m_state{};
    std::vector<char> m_others; ///< contenders that were started
    bool m_hasReplica = false;
    QPushButton* m_stop = nullptr;
    QPushButton* m_kill = nullptr;
    QPushButton* m_far = nullptr;
    QPushButton* m_more = nullptr;
};

} // namespace lockkeeper::ui
