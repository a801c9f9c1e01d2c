// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wait_graph_view.h"

#include "core/words/wait_words.h"
#include "ui/look/palette.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QAccessible>
#include <QGraphicsItem>
#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);
constexpr double kBoxPadding = 8;
constexpr double kSceneMargin = 12;
constexpr double kArrowLength = 7;
constexpr double kCharacters = 30; ///< that a box has room for
constexpr double kSmallest = 0.4;
constexpr double kLargest = 2.5;
constexpr double kZoomStep = 1.15;

/// Sizes that follow from the font.
struct Grid {
    explicit Grid(const QFontMetricsF& font)
        : box(kCharacters * font.averageCharWidth() + 2 * kBoxPadding,
            3 * font.height() + 2 * kBoxPadding)
        , step(box.width() + 5 * font.height(), box.height() + 1.25 * font.height())
    { }
    QSizeF box;
    QSizeF step; ///< from one column or row to the next

    [[nodiscard]] QRectF rectOf(const WaitPicture::Node& node) const
    {
        return {QPointF(node.column * step.width(), node.row * step.height()), box};
    }
};

QString waitingText(const WaitPicture::Node& node)
{
    return QString::fromStdString(words::waitingCountText(node.waiting));
}

QString circleText(const WaitPicture::Node& node)
{
    return node.isCertain ? WaitGraphView::tr("deadlock") : WaitGraphView::tr("likely deadlock");
}

/// What a screen reader says of a node.
QString wordsOf(const WaitPicture::Node& node)
{
    QStringList words{safeText(node.resource.value())};
    words << node.holder << waitingText(node);
    if (node.isInCircle)
        words << circleText(node);
    return partsText(words);
}

QPainterPath arrowHead(const QPointF& tip, double degrees)
{
    QPainterPath head;
    head.lineTo(-kArrowLength * 1.4, kArrowLength * 0.6);
    head.lineTo(-kArrowLength * 1.4, -kArrowLength * 0.6);
    head.closeSubpath();
    return QTransform().translate(tip.x(), tip.y()).rotate(degrees).map(head);
}

/// The line of an edge, and its head.
struct Arrow {
    QPainterPath line;
    QPainterPath head;
};

Arrow arrowBetween(const QRectF& from, const QRectF& to)
{
    if (from.left() > to.right()) {
        const QPointF start(from.left(), from.center().y());
        const QPointF end(to.right(), to.center().y());
        const double bend = (start.x() - end.x()) / 2;
        QPainterPath line(start);
        line.cubicTo(start - QPointF(bend, 0), end + QPointF(bend, 0), end);
        return {line, arrowHead(end, 180)};
    }
    // Around below: it closes a circle.
    const QPointF start(from.center().x() - from.width() / 4, from.bottom());
    const QPointF end(to.center().x() + to.width() / 4, to.bottom());
    const double below = from.height() * 0.55;
    QPainterPath line(start);
    line.cubicTo(start + QPointF(0, below), end + QPointF(0, below), end);
    return {line, arrowHead(end, -90)};
}

} // namespace

/// The box of a lock.
class WaitGraphNode final : public QGraphicsItem {
public:
    WaitGraphNode(const WaitPicture::Node& node, const QRectF& rect, const QWidget& view)
        : m_node(node)
        , m_rect(rect)
        , m_view(view)
    {
        setZValue(1);
        setToolTip(toolTipText(wordsOf(node)));
    }

    void setMarked(bool isMarked)
    {
        m_isMarked = isMarked;
        update();
    }
    [[nodiscard]] const QRectF& rect() const noexcept { return m_rect; }
    [[nodiscard]] QRectF boundingRect() const override { return m_rect.adjusted(-2, -2, 2, 2); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        const QPalette& colours = m_view.palette();
        const QColor bad = toneColour(Tone::Bad, colours);
        const QColor line = m_node.isInCircle ? bad : colours.color(QPalette::Mid);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(m_isMarked ? QPen(colours.color(QPalette::Link), 3)
                                   : QPen(line, m_node.isInCircle ? 2 : 1));
        painter->setBrush(colours.color(QPalette::Base));
        painter->drawRoundedRect(m_rect, 5, 5);
        if (m_node.isInCircle) {
            painter->setBrush(toneTint(Tone::Bad, colours));
            painter->drawRoundedRect(m_rect, 5, 5);
        }
        const QRectF text = m_rect.adjusted(kBoxPadding, kBoxPadding, -kBoxPadding, -kBoxPadding);
        QFont bold = m_view.font();
        bold.setBold(true);
        drawLine(*painter, text, 0, safeText(m_node.resource.value()), bold, Qt::ElideMiddle,
            colours.color(QPalette::Text));
        drawLine(*painter, text, 1, m_node.holder, m_view.font(), Qt::ElideRight,
            colours.color(QPalette::Text));
        drawLine(*painter, text, 2, waitingText(m_node), m_view.font(), Qt::ElideRight,
            colours.color(QPalette::PlaceholderText));
        if (!m_node.isInCircle)
            return;
        painter->setPen(bad);
        painter->drawText(text, Qt::AlignRight | Qt::AlignBottom, circleText(m_node));
    }

private:
    static void drawLine(QPainter& painter, const QRectF& rect, int line, const QString& words,
        const QFont& font, Qt::TextElideMode elide, const QColor& colour)
    {
        const QFontMetricsF metrics(font);
        const QRectF place(
            rect.left(), rect.top() + line * metrics.height(), rect.width(), metrics.height());
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(words, elide, place.width()));
    }

    const WaitPicture::Node& m_node; ///< of the view's picture, which is drawn anew when it changes
    const QRectF m_rect;
    const QWidget& m_view;
    bool m_isMarked = false;
};

WaitGraphView::WaitGraphView(QWidget* parent)
    : QGraphicsView(parent)
    , m_selected(kNoNode)
{
    setScene(&m_scene);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setAccessibleName(tr("Who holds up whom"));
}

void WaitGraphView::setPicture(WaitPicture picture)
{
    if (picture == m_picture)
        return;
    const auto before = selected();
    setSelected(kNoNode, false);
    m_nodes.clear();
    m_scene.clear(); // its items refer to the picture
    m_picture = std::move(picture);
    draw();
    if (before)
        select(*before);
}

void WaitGraphView::draw()
{
    m_nodes.clear();
    m_scene.clear();
    const Grid grid{QFontMetricsF(font())};
    for (const WaitPicture::Edge& edge : m_picture.edges) {
        const Arrow arrow = arrowBetween(
            grid.rectOf(m_picture.nodes[edge.from]), grid.rectOf(m_picture.nodes[edge.to]));
        const QColor colour = edge.isInCircle ? toneColour(Tone::Bad, palette())
                                              : palette().color(QPalette::PlaceholderText);
        const QString words = tr("Whoever holds %1 waits for %2.")
                                  .arg(nameText(m_picture.nodes[edge.from].resource.value()),
                                      nameText(m_picture.nodes[edge.to].resource.value()));
        for (QGraphicsPathItem* item :
            {m_scene.addPath(arrow.line, QPen(colour, edge.isInCircle ? 2 : 1.2)),
                m_scene.addPath(arrow.head, QPen(Qt::NoPen), colour)})
            item->setToolTip(toolTipText(words));
    }
    for (const WaitPicture::Node& node : m_picture.nodes) {
        m_nodes.push_back(new WaitGraphNode(node, grid.rectOf(node), *this));
        m_scene.addItem(m_nodes.back());
    }
    m_scene.setSceneRect(m_scene.itemsBoundingRect().adjusted(
        -kSceneMargin, -kSceneMargin, kSceneMargin, kSceneMargin));
    if (m_selected != kNoNode)
        m_nodes[m_selected]->setMarked(true);
}

std::optional<Resource> WaitGraphView::selected() const
{
    if (m_selected == kNoNode)
        return std::nullopt;
    return m_picture.nodes[m_selected].resource;
}

void WaitGraphView::select(const Resource& resource)
{
    const auto found = std::ranges::find(m_picture.nodes, resource, &WaitPicture::Node::resource);
    setSelected(found == m_picture.nodes.end()
            ? kNoNode
            : static_cast<std::size_t>(found - m_picture.nodes.begin()),
        false);
}

void WaitGraphView::setSelected(std::size_t node, bool isByUser)
{
    if (node == m_selected)
        return;
    if (m_selected != kNoNode)
        m_nodes[m_selected]->setMarked(false);
    m_selected = node;
    setAccessibleDescription(node == kNoNode ? QString() : wordsOf(m_picture.nodes[node]));
    if (node != kNoNode) {
        m_nodes[node]->setMarked(true);
        ensureVisible(m_nodes[node]);
    }
    if (!isByUser)
        return;
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    Q_EMIT selectionChanged();
}

std::size_t WaitGraphView::nodeAt(const QPoint& position) const
{
    const QPointF at = mapToScene(position);
    const auto found = std::ranges::find_if(
        m_nodes, [&](const WaitGraphNode* node) { return node->rect().contains(at); });
    return found == m_nodes.end() ? kNoNode : static_cast<std::size_t>(found - m_nodes.begin());
}

std::size_t WaitGraphView::neighbour(int key) const
{
    if (m_nodes.empty() || m_selected == kNoNode)
        return m_nodes.empty() ? kNoNode : 0;
    const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const QPointF here = m_nodes[m_selected]->rect().center();
    std::size_t nearest = m_selected;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const QPointF there = m_nodes[i]->rect().center() - here;
        const double along = sign * (isSideways ? there.x() : there.y());
        const double across = std::abs(isSideways ? there.y() : there.x());
        // What is rather to the side than ahead is for the other keys.
        if (along <= 0 || across > 3 * along || along + 2 * across >= least)
            continue;
        least = along + 2 * across;
        nearest = i;
    }
    return nearest;
}

void WaitGraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return setSelected(neighbour(event->key()), true);
    case Qt::Key_Plus:
        return zoom(kZoomStep);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    case Qt::Key_0:
        return resetTransform();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto resource = selected())
            Q_EMIT opened(*resource);
        return;
    default:
        QGraphicsView::keyPressEvent(event);
    }
}

void WaitGraphView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setSelected(nodeAt(event->pos()), true);
    QGraphicsView::mousePressEvent(event);
}

void WaitGraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const std::size_t node = nodeAt(event->pos()); node != kNoNode)
        Q_EMIT opened(Resource(m_picture.nodes[node].resource));
}

void WaitGraphView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QGraphicsView::wheelEvent(event);
    zoom(std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void WaitGraphView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    const bool isOtherLook
        = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (isOtherLook)
        draw();
}

void WaitGraphView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    if (m_selected == kNoNode && event->reason() != Qt::MouseFocusReason && !m_nodes.empty())
        setSelected(0, true);
}

void WaitGraphView::zoom(double factor)
{
    const double wanted = std::clamp(transform().m11() * factor, kSmallest, kLargest);
    const double scaling = wanted / transform().m11();
    scale(scaling, scaling);
}

} // namespace lockkeeper::ui
