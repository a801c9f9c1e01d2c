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

[[nodiscard]] QString secondsText(SteadyTime::duration time);
[[nodiscard]] QIcon contenderSign(char who, const QPalette& palette);

class PlayCard : public QFrame {
    Q_OBJECT
public:
    /// Puts its widgets into the Tab order after `before`. Returns the last one.
    QWidget* orderAfter(QWidget* before);

Q_SIGNALS:
    void told(const lockkeeper::lab::Move& move);

protected:
    explicit PlayCard(QWidget* parent);

    [[nodiscard]] QHBoxLayout* addRow();
    [[nodiscard]] QPushButton* addButton(QHBoxLayout& row, const QStringList& texts);
    [[nodiscard]] QPushButton* addMenu(QHBoxLayout& row);
    void setName(const QString& name, std::function<QIcon()> sign);
    void changeEvent(QEvent* event) override;
    void setAbout(const QString& text);
    void setState(const QString& text, std::optional<Tone> tone);

private:
    std::function<QIcon()> m_drawSign;
    QLabel* m_sign = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_state = nullptr;
};

class ContenderCard final : public PlayCard {
    Q_OBJECT
public:
    ContenderCard(char who, QWidget* parent);

    void setMasters(std::size_t masters);
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

class MasterCard final : public PlayCard {
    Q_OBJECT
public:
    MasterCard(char id, QWidget* parent);

    void show(const lab::MasterState& state, const lab::Scene& scene, bool isPlaying);

private:
    void tell(lab::Deed::Kind kind, int amount = 0);
    void fillMenu();
    [[nodiscard]] QString storedText(const lab::Scene& scene) const;

    char m_id;
    lab::MasterState m_state{};
    std::vector<char> m_others;
    bool m_hasReplica = false;
    QPushButton* m_stop = nullptr;
    QPushButton* m_kill = nullptr;
    QPushButton* m_far = nullptr;
    QPushButton* m_more = nullptr;
};

} // namespace lockkeeper::ui
