// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"

#include <QWidget>
#include <vector>

class QHBoxLayout;

namespace lockkeeper::ui {

/// A master's id, mark and, with room, words.
class MasterCell final : public QWidget {
    Q_OBJECT
public:
    explicit MasterCell(QWidget* parent = nullptr);

    /// `isBrief`: no latency.
    void show(const observe::MasterStatus& master, SteadyTime now, bool isBrief = false);
    void showUnknown(const observe::MasterStatus& master, const QString& why);
    [[nodiscard]] int wholeWidth(const observe::MasterStatus& master, SteadyTime now);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] const QString& words() const noexcept { return m_words; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// `state`: in the tool tip.
    void show(const observe::MasterStatus& master, const QString& words, const QString& state,
        redis::LinkState mark, bool isFine);
    struct Measured {
        QString words;
        QString id;
        int width = 0;
    };
    [[nodiscard]] int markLeft(const QString& id) const;
    [[nodiscard]] int widthOf(const QString& id, const QString& words) const;

    QString m_id;
    QString m_words;
    redis::LinkState m_state = redis::LinkState::Connecting;
    bool m_isFine = false; ///< it answers, and its vote counts
    Measured m_measured;
};

/// Masters side by side. Without room, drops answering masters' words first.
class MasterStrip final : public QWidget {
    Q_OBJECT
public:
    explicit MasterStrip(const Clock& clock, QWidget* parent = nullptr);

    /// `agentLoss`: the masters' state is unknown.
    void setMasters(const std::vector<observe::MasterStatus>& masters,
        const std::optional<observe::AgentLoss>& agentLoss = {});
    void tick();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const Clock& m_clock;
    QHBoxLayout* m_layout;
    std::vector<observe::MasterStatus> m_masters;
    std::optional<observe::AgentLoss> m_agentLoss;
    std::vector<MasterCell*> m_cells;
};

} // namespace lockkeeper::ui
