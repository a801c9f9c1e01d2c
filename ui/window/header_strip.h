// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "ui/look/palette.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;

namespace lockkeeper::ui {

class Badge;
class GlyphMark;
class MasterStrip;
class Session;

/// The header of the window: name and kind of the deployment, its masters, and whether a quorum of
/// them is up; while nothing arrives from the agent, since when. `clock` must outlive the header.
class HeaderStrip final : public QFrame {
    Q_OBJECT
public:
    struct Title {
        QString name;
        QString kind; ///< the text of the badge; empty: no badge
        Tone tone = Tone::Muted; ///< the colour of the badge
        QString agent{}; ///< URL of the agent that watches the masters; empty: none
    };
    HeaderStrip(const Title& title, const Clock& clock, QWidget* parent = nullptr);

    /// Puts a widget beside the badge, and takes ownership of it.
    void addBesideBadge(QWidget* widget);

    void apply(const observe::BoardUpdate& update);
    /// Call it regularly. Refreshes the times.
    void tick();

private:
    void showAgent();
    void emphasize(bool isBold);
    void showQuorum(const observe::BoardUpdate& update);

    QHBoxLayout* m_layout;
    MasterStrip* m_masters;
    GlyphMark* m_quorumIcon;
    QLabel* m_quorum;
    QLabel* m_agent = nullptr; ///< null: no agent
    const Clock& m_clock;
    std::optional<observe::AgentLoss> m_agentLoss;
};

/// The title of a window: the deployment's name, a badge with its class, and through which agent it
/// is watched.
[[nodiscard]] HeaderStrip::Title titleOf(const Session& session);

} // namespace lockkeeper::ui
