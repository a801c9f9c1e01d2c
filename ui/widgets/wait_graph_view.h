// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/wait_layout.h"

#include <QGraphicsScene>
#include <QGraphicsView>

namespace lockkeeper::ui {

class WaitGraphLabel;
class WaitGraphNode;

/// Draws a WaitPicture: a box for each lock, and an arrow from each to the lock that its holder
/// waits for, which says who waits, and how long. One lock can be selected, by mouse or arrow keys.
/// Ctrl with the wheel, and the keys
/// + - 0, change the scale.
class WaitGraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit WaitGraphView(QWidget* parent = nullptr);

    /// Draws the picture, as far as it is another one. The selected lock stays selected.
    void setPicture(WaitPicture picture);
    [[nodiscard]] const WaitPicture& picture() const noexcept { return m_picture; }
    /// nullopt: none is selected.
    [[nodiscard]] std::optional<Resource> selected() const;
    /// Selects no lock if this one is not drawn.
    void select(const Resource& resource);
    /// Of the whole picture.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The user has selected another lock.
    void selectionChanged();
    /// The user wants to see the selected lock: Return or a double click.
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
    /// The items of an edge.
    struct ArrowItems {
        QGraphicsItem* line;
        QGraphicsItem* head;
        WaitGraphLabel* label; ///< null: there is no room
    };

    void draw();
    void fit();
    void showWaiting();
    void setSelected(std::size_t node, bool isByUser);
    [[nodiscard]] std::size_t nodeAt(const QPoint& position) const;
    /// The nearest node in the direction of an arrow key; the selected one if there is none.
    [[nodiscard]] std::size_t neighbour(int key) const;
    void zoom(double factor);

    QGraphicsScene m_scene;
    WaitPicture m_picture;
    std::vector<WaitGraphNode*> m_nodes; ///< of the picture, in its order
    std::vector<ArrowItems> m_arrows; ///< likewise
    bool m_isZoomed = false; ///< by the user
    std::size_t m_selected; ///< kNoNode: none
};

} // namespace lockkeeper::ui
