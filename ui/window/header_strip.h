// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"

#include <QFrame>

class QLabel;

namespace lockkeeper::ui {

class Badge;
class MasterStrip;

/// The head of the window: which deployment, what kind, its masters, and whether they have a
/// quorum. `clock` must outlive it.
class HeaderStrip final : public QFrame {
    Q_OBJECT
public:
    struct Title {
        QString name;
        QString kind; ///< the badge's word; empty: no badge
        bool isHarmless = false; ///< the badge's colour
    };
    HeaderStrip(const Title& title, const Clock& clock, QWidget* parent = nullptr);

    void apply(const observe::BoardUpdate& update);
    void tick();

private:
    void showQuorum(std::size_t up, std::size_t quorum, std::size_t masters);

    MasterStrip* m_masters;
    QLabel* m_quorumIcon;
    QLabel* m_quorum;
};

/// "quorum 3/5 ok", "quorum 3/5 ok, 4 answer", "quorum lost: 2 of 5 answer".
[[nodiscard]] QString quorumText(std::size_t up, std::size_t quorum, std::size_t masters);

} // namespace lockkeeper::ui
