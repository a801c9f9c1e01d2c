// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"
#include "ui/look/palette.h"

#include <QFrame>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class Badge final : public QWidget {
    Q_OBJECT
public:
    explicit Badge(QWidget* parent = nullptr);

    void setContent(const QString& word, Tone tone);
    [[nodiscard]] const QString& text() const noexcept { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Tone m_tone = Tone::Muted;
};

class ChangePermission;
class GlyphMark;
class MasterStrip;
class Session;

/// A window's header: deployment, permission, masters, quorum, agent.
class HeaderStrip final : public QFrame {
    Q_OBJECT
public:
    struct Title {
        QString name;
        QString kind;
        Tone tone = Tone::Muted;
        QString agent{};
    };
    HeaderStrip(const Title& title, const Clock& clock, QWidget* parent = nullptr);

    /// Hidden if not needed. `permission` must outlive the header.
    void showPermission(const ChangePermission& permission);

    void apply(const observe::BoardUpdate& update);
    void tick();

Q_SIGNALS:
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
    QLabel* m_agent = nullptr;
    const ChangePermission* m_permission = nullptr;
    QLabel* m_changes = nullptr;
    QPushButton* m_changesButton = nullptr;
    const Clock& m_clock;
    std::optional<observe::AgentLoss> m_agentLoss;
};

[[nodiscard]] HeaderStrip::Title titleOf(const Session& session);

} // namespace lockkeeper::ui
