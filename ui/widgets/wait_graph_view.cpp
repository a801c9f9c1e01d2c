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
#include <utility>

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);
constexpr double kSceneMargin = 12;
constexpr double kSmallest = 0.4;
constexpr double kLargest = 2.5;
constexpr double kZoomStep = 1.15;

QString waitingText(const WaitPicture::Node& node)
{
    return toQt(words::waitingCountText(node.waiting));
}

QString circleText(const WaitPicture::Node& node)
{
    return node.isCertain ? WaitGraphView::tr("deadlock") : WaitGraphView::tr("likely deadlock");
}

QString whoText(const WaitPicture::Waiting& waiting)
{
    QStringList words{waiting.who, waiting.time};
    if (waiting.others > 0)
        words << moreText(static_cast<qsizetype>(waiting.others));
    return partsText(words);
}

QString wordsOf(const WaitPicture& picture, std::size_t index)
{
    const WaitPicture::Node& node = picture.nodes[index];
    QStringList words{safeText(node.resource)};
    words << node.holder << waitingText(node);
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        if (picture.edges[i].from == index)
            words << WaitGraphView::tr("its holder waits for %1, %2")
                         .arg(safeText(picture.nodes[picture.edges[i].to].resource.value()),
                             picture.waiting[i].time);
    }
    if (node.isInCircle)
        words << circleText(node);
    return partsText(words);
}

QString wordsOfEdge(const WaitPicture& picture, std::size_t index)
{
    const WaitPicture::Edge& edge = picture.edges[index];
    return WaitGraphView::tr("Whoever holds %1 waits for %2: %3.")
        .arg(nameText(picture.nodes[edge.from].resource.value()),
            nameText(picture.nodes[edge.to].resource.value()), whoText(picture.waiting[index]));
}

void drawWords(QPainter& painter, const QRectF& place, const QString& words, const QFont& font,
    Qt::Alignment alignment, Qt::TextElideMode elide)
{
    painter.setFont(font);
    painter.drawText(place, static_cast<int>(alignment | Qt::AlignVCenter),
        QFontMetricsF(font).elidedText(words, elide, place.width()));
}

} // namespace

class WaitGraphNode final : public QGraphicsItem {
public:
    WaitGraphNode(const WaitPicture::Node& node, const QRectF& rect, const QWidget& view)
        : m_node(node)
        , m_rect(rect)
        , m_view(view)
    {
        setZValue(1);
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
        const QColor edge = m_node.isInCircle ? bad : colours.color(QPalette::Mid);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(m_isMarked ? QPen(colours.color(QPalette::Link), 3)
                                   : QPen(edge, m_node.isInCircle ? 2 : 1));
        painter->setBrush(colours.color(QPalette::Base));
        painter->drawRoundedRect(m_rect, 5, 5);
        if (m_node.isInCircle) {
            painter->setBrush(toneTint(Tone::Bad, colours));
            painter->drawRoundedRect(m_rect, 5, 5);
        }
        constexpr double kAround = WaitLayout::kPadding;
        const QRectF text = m_rect.adjusted(kAround, kAround, -kAround, -kAround);
        const double height = text.height() / 3;
        QRectF line(text.topLeft(), QSizeF(text.width(), height));
        QFont bold = m_view.font();
        bold.setBold(true);
        painter->setPen(colours.color(QPalette::Text));
        drawWords(*painter, line, safeText(m_node.resource), bold, Qt::AlignLeft, Qt::ElideMiddle);
        line.translate(0, height);
        drawWords(*painter, line, m_node.holder, m_view.font(), Qt::AlignLeft, Qt::ElideRight);
        line.translate(0, height);
        if (m_node.isInCircle) {
            painter->setPen(bad);
            drawWords(
                *painter, line, circleText(m_node), m_view.font(), Qt::AlignRight, Qt::ElideRight);
            line.setRight(line.right()
                - QFontMetricsF(m_view.font()).horizontalAdvance(circleText(m_node)) - kAround);
        }
        painter->setPen(colours.color(QPalette::PlaceholderText));
        drawWords(
            *painter, line, waitingText(m_node), m_view.font(), Qt::AlignLeft, Qt::ElideRight);
    }

private:
    const WaitPicture::Node& m_node; ///< in the view's picture, which is redrawn on changes
    const QRectF m_rect;
    const QWidget& m_view;
    bool m_isMarked = false;
};

class WaitGraphLabel final : public QGraphicsItem {
public:
    WaitGraphLabel(const QRectF& rect, const QWidget& view)
        : m_rect(rect)
        , m_view(view)
    { }

    void setLines(const QStringList& lines)
    {
        if (std::exchange(m_lines, lines) != lines)
            update();
    }
    [[nodiscard]] QRectF boundingRect() const override { return m_rect; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        const QPalette& colours = m_view.palette();
        painter->fillRect(m_rect, colours.color(QPalette::Base));
        painter->setPen(colours.color(QPalette::Text));
        QRectF line = m_rect;
        line.setHeight(m_rect.height() / 2);
        for (const QString& words : m_lines) {
            drawWords(*painter, line, words, m_view.font(), Qt::AlignHCenter, Qt::ElideMiddle);
            line.translate(0, line.height());
        }
    }

private:
    const QRectF m_rect;
    const QWidget& m_view;
    QStringList m_lines;
};

WaitGraphView::WaitGraphView(QWidget* parent)
    : QGraphicsView(parent)
    , m_selected(kNoNode)
{
    setScene(&m_scene);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setAccessibleName(tr("Who holds up whom"));
}

void WaitGraphView::setPicture(WaitPicture picture)
{
    if (picture.hasShapeOf(m_picture)) {
        m_picture.waiting = std::move(picture.waiting);
        return showWaiting();
    }
    const auto before = selected();
    setSelected(kNoNode, false);
    m_nodes.clear();
    m_arrows.clear();
    m_scene.clear(); // items refer to the picture
    m_picture = std::move(picture);
    draw();
    if (before)
        select(*before);
}

void WaitGraphView::draw()
{
    m_nodes.clear();
    m_arrows.clear();
    m_scene.clear();
    const WaitLayout layout = layOut(m_picture, QFontMetricsF(font()));
    for (std::size_t i = 0; i < m_picture.edges.size(); ++i) {
        const WaitLayout::Arrow& arrow = layout.arrows[i];
        const bool isInCircle = m_picture.edges[i].isInCircle;
        const QColor colour = isInCircle ? toneColour(Tone::Bad, palette())
                                         : palette().color(QPalette::PlaceholderText);
        auto* const label = arrow.label.isNull() ? nullptr : new WaitGraphLabel(arrow.label, *this);
        m_arrows.push_back({m_scene.addPath(arrow.line, QPen(colour, isInCircle ? 2 : 1.2)),
            m_scene.addPath(arrow.head, QPen(Qt::NoPen), colour), label});
        if (label)
            m_scene.addItem(label);
    }
    for (std::size_t i = 0; i < m_picture.nodes.size(); ++i) {
        m_nodes.push_back(new WaitGraphNode(m_picture.nodes[i], layout.boxes[i], *this));
        m_scene.addItem(m_nodes.back());
    }
    showWaiting();
    m_scene.setSceneRect(m_scene.itemsBoundingRect().adjusted(
        -kSceneMargin, -kSceneMargin, kSceneMargin, kSceneMargin));
    if (m_selected != kNoNode)
        m_nodes[m_selected]->setMarked(true);
    fit();
}

/// Shrinks a little to show all, unless the user zoomed.
void WaitGraphView::fit()
{
    constexpr double kReadable = 0.75;
    if (m_isZoomed || m_scene.sceneRect().isEmpty())
        return;
    const double whole = std::min(maximumViewportSize().width() / m_scene.width(),
        maximumViewportSize().height() / m_scene.height());
    const double scale = std::clamp(whole, kReadable, 1.0);
    setTransform(QTransform::fromScale(scale, scale));
}

void WaitGraphView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    fit();
}

void WaitGraphView::showWaiting()
{
    for (std::size_t i = 0; i < m_arrows.size(); ++i) {
        const ArrowItems& arrow = m_arrows[i];
        const QString words = toolTipText(wordsOfEdge(m_picture, i));
        for (QGraphicsItem* const item :
            std::initializer_list<QGraphicsItem*>{arrow.line, arrow.head, arrow.label}) {
            if (item)
                item->setToolTip(words);
        }
        if (arrow.label)
            arrow.label->setLines(labelLines(m_picture.waiting[i]));
    }
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        m_nodes[i]->setToolTip(toolTipText(wordsOf(m_picture, i)));
}

QSize WaitGraphView::sizeHint() const
{
    return m_scene.sceneRect().size().toSize();
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
    setAccessibleDescription(node == kNoNode ? QString() : wordsOf(m_picture, node));
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
        // Other keys lead to locks more to the side.
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
        m_isZoomed = false;
        return fit();
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
    m_isZoomed = true;
}

} // namespace lockkeeper::ui
