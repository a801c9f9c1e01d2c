// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/wait_picture.h"

#include <QGraphicsScene>
#include <QGraphicsView>

namespace lockkeeper::ui {

class WaitGraphLabel;
class WaitGraphNode;

/// Draws a WaitPicture: locks as boxes, arrows to the lock that a holder waits for. Mouse or arrow
/// keys select; Ctrl with the wheel, and + - 0, zoom.
class WaitGraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit WaitGraphView(QWidget* parent = nullptr);

    /// Keeps the selection.
    void setPicture(WaitPicture picture);
    [[nodiscard]] const WaitPicture& picture() const noexcept { return m_picture; }
    [[nodiscard]] std::optional<Resource> selected() const;
    void select(const Resource& resource);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void selectionChanged();
    void opened(const lockkeeper::Resource& resource);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    struct ArrowItems {
        QGraphicsItem* line;
        QGraphicsItem* head;
        WaitGraphLabel* label; ///< null: no room
    };

    void draw();
    void fit();
    void showWaiting();
    void setSelected(std::size_t node, bool isByUser);
    [[nodiscard]] std::size_t nodeAt(const QPoint& position) const;
    [[nodiscard]] std::size_t neighbour(int key) const;
    void zoom(double factor);

    QGraphicsScene m_scene;
    WaitPicture m_picture;
    std::vector<WaitGraphNode*> m_nodes;
    std::vector<ArrowItems> m_arrows;
    bool m_isZoomed = false; ///< by the user
    std::size_t m_selected; ///< kNoNode: none
};

} // namespace lockkeeper::ui
