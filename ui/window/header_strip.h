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
class QPushButton;

namespace lockkeeper::ui {

class ChangePermission;
class GlyphMark;
class MasterStrip;
class Session;

/// The header of the window: name and kind of the deployment, whether it may be changed, its
/// masters, and whether a quorum of them is up; while nothing arrives from the agent, since when.
/// `clock` must outlive the header.
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

    /// Shows whether a read-only deployment may be changed now, and for how long, with a button
    /// that begins or ends it. Shows nothing if no permission is needed. `permission` must outlive
    /// the header.
    void showPermission(const ChangePermission& permission);

    void apply(const observe::BoardUpdate& update);
    /// Call it regularly. Refreshes the times.
    void tick();

Q_SIGNALS:
    /// The user wants to allow changes, or to end them.
    void changesPressed();

private:
    void showChanges();
    void showAgent();
    void emphasize(bool isBold);
    void showQuorum(const observe::BoardUpdate& update);

    QHBoxLayout* m_layout;
    MasterStrip* m_masters;
    GlyphMark* m_quorumIcon;
    QLabel* m_quorum;
    QLabel* m_agent = nullptr; ///< null: no agent
    const ChangePermission* m_permission = nullptr; ///< null: none is needed
    QLabel* m_changes = nullptr;
    QPushButton* m_changesButton = nullptr;
    const Clock& m_clock;
    std::optional<observe::AgentLoss> m_agentLoss;
};

/// The title of a window: the deployment's name, a badge with its class, and through which agent it
/// is watched.
[[nodiscard]] HeaderStrip::Title titleOf(const Session& session);

} // namespace lockkeeper::ui
