// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/cell_delegates.h"

#include "core/words/problem_words.h"
#include "ui/delegates/cell_painter.h"
#include "ui/look/glyphs.h"
#include "ui/look/shapes.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/words.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    CellPainter cell(*painter, item, index.data(IsOldRole).toBool());
    paintCell(cell, *painter, item, index);
}

namespace {

constexpr QStringView kSeparators = u":/.-_{}|#@ ";
constexpr QChar kEllipsis(0x2026);

void drawLine(QPainter& painter, const QRectF& box, const QStyleOptionViewItem& item,
    const QString& text, qsizetype muted)
{
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(item.direction);
    QTextLayout layout(text, item.font);
    layout.setTextOption(option);
    QTextLayout::FormatRange prefix;
    prefix.start = 0;
    prefix.length = static_cast<int>(muted);
    prefix.format.setForeground(toneColour(Tone::Muted, item.palette));
    layout.setFormats({prefix});
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(box.width());
    layout.endLayout();
    const double top = box.top() + (box.height() - line.height()) / 2;
    layout.draw(&painter, QPointF(box.left(), top));
}

} // namespace

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
}

qsizetype NameDelegate::sharedPrefix(QStringView name, QStringView above)
{
    const auto end = std::mismatch(name.begin(), name.end(), above.begin(), above.end()).first;
    auto shared = std::min<qsizetype>(end - name.begin(), name.size() - 1);
    while (shared > 0 && !kSeparators.contains(name[shared - 1]))
        --shared;
    return std::max(shared, qsizetype(0));
}

QSize NameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool hasSign = index.data(VerdictRole).isValid();
    const bool hasNote = !index.data(NoteRole).toString().isEmpty();
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += static_cast<int>(
        std::ceil((hasSign + hasNote) * (markSide(option) + 2 * markGap(option))));
    return size;
}

void NameDelegate::paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
    const QModelIndex& index) const
{
    const bool isOld = index.data(IsOldRole).toBool();
    if (const QVariant verdict = index.data(VerdictRole); verdict.isValid()) {
        const int urgency = index.data(UrgencyRole).toInt();
        const auto value = verdict.value<observe::Verdict>();
        cell.skip(textGap() - 2 * markGap(item));
        drawShape(painter, cell.takeBox(cell.side()), words::lockShape(value, urgency),
            cell.colour(words::lockTone(value, urgency)));
    }
    if (!index.data(NoteRole).toString().isEmpty())
        glyphIcon(Glyph::Journal).paint(&painter, cell.takeBox(cell.side()).toAlignedRect());
    const QString above = index.sibling(index.row() - 1, index.column()).data().toString();
    const qsizetype shared = isOld ? 0 : sharedPrefix(item.text, above);
    if (shared == 0)
        return cell.drawText(item.text);
    const QRectF box = cell.rest();
    const QString elided
        = item.fontMetrics.elidedText(item.text, item.textElideMode, static_cast<int>(box.width()));
    const qsizetype cut = elided == item.text ? item.text.size() : elided.indexOf(kEllipsis);
    painter.setPen(cell.textColour());
    drawLine(painter, box, item, elided, std::clamp(cut, qsizetype(0), shared));
}

namespace {

constexpr int kMostLines = 2;

class Wrapped {
public:
    Wrapped(const QStyleOptionViewItem& option, int stateLength, const QTextCharFormat& state,
        double width)
        : m_option(option)
        , m_width(width)
        , m_layout(option.text, option.font)
    {
        QTextOption how;
        how.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        how.setTextDirection(option.direction);
        m_layout.setTextOption(how);
        QTextLayout::FormatRange range;
        range.start = 0;
        range.length = stateLength;
        range.format = state;
        m_layout.setFormats({range});
        layOut();
    }

    [[nodiscard]] int lines() const { return m_lines; }

    void draw(QPainter& painter, const QRectF& box) const
    {
        const double height = m_lines * m_option.fontMetrics.height();
        m_layout.draw(&painter, {box.left(), box.center().y() - height / 2});
    }

private:
    void layOut()
    {
        if (lay() <= kMostLines)
            return;
        const int start = m_layout.lineAt(kMostLines - 1).textStart();
        const QString rest = m_option.fontMetrics.elidedText(
            m_layout.text().mid(start), Qt::ElideRight, static_cast<int>(m_width));
        m_layout.setText(m_layout.text().left(start) + rest);
        lay();
        m_lines = kMostLines;
    }

    int lay()
    {
        m_lines = 0;
        m_layout.beginLayout();
        for (QTextLine line = m_layout.createLine(); line.isValid() && m_lines <= kMostLines;
             line = m_layout.createLine()) {
            line.setLineWidth(m_width);
            line.setPosition({0, static_cast<double>(m_lines++ * m_option.fontMetrics.height())});
        }
        m_layout.endLayout();
        return m_lines;
    }

    const QStyleOptionViewItem& m_option;
    double m_width;
    QTextLayout m_layout;
    int m_lines = 0;
};

QTextCharFormat stateFormat(const QModelIndex& index)
{
    QTextCharFormat format;
    if (index.data(UrgencyRole).toInt() != words::kNotUrgent)
        format.setFontWeight(QFont::Bold);
    return format;
}

} // namespace

void EvidenceDelegate::paintCell(CellPainter& cell, QPainter& painter,
    const QStyleOptionViewItem& item, const QModelIndex& index) const
{
    const QRectF box = cell.rest();
    QTextCharFormat state = stateFormat(index);
    state.setForeground(cell.colour(words::lockTone(
        index.data(VerdictRole).value<observe::Verdict>(), index.data(UrgencyRole).toInt())));
    painter.setPen(cell.textColour());
    Wrapped(item, index.data(StateLengthRole).toInt(), state, box.width()).draw(painter, box);
}

QSize EvidenceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    const Wrapped text(item, index.data(StateLengthRole).toInt(), stateFormat(index),
        option.rect.width() - 2 * textGap());
    return {base.width(), base.height() + (text.lines() - 1) * item.fontMetrics.height()};
}

void VotesDelegate::paintCell(CellPainter& cell, QPainter& painter,
    const QStyleOptionViewItem& /*item*/, const QModelIndex& index) const
{
    for (const VoteMark mark : index.data(VotesRole).value<VoteMarks>())
        drawMark(painter, cell.takeBox(cell.side()), mark, cell.colour(toneOf(mark)));
}

QSize VotesDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const auto marks = static_cast<double>(index.data(VotesRole).value<VoteMarks>().size());
    const double width = marks * (markSide(item) + markGap(item)) + 2 * markGap(item);
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    return {std::max(base.width(), static_cast<int>(std::ceil(width))), base.height()};
}

namespace {

double barWidth(const QStyleOptionViewItem& option)
{
    return markSide(option) * 4;
}

void drawBar(QPainter& painter, const QRectF& box, double fraction, const QColor& colour)
{
    const QRectF frame = box.adjusted(0.5, box.height() / 5, -0.5, -box.height() / 5);
    const double width = frame.width() * std::clamp(fraction, 0.0, 1.0);
    painter.fillRect(QRectF(frame.topLeft(), QSizeF(width, frame.height())), colour);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void drawHatched(QPainter& painter, const QRectF& box, const QColor& colour)
{
    const QRectF frame = box.adjusted(0.5, box.height() / 5, -0.5, -box.height() / 5);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(QBrush(colour, Qt::BDiagPattern));
    painter.drawRect(frame);
}

} // namespace

void RemainingDelegate::paintCell(CellPainter& cell, QPainter& painter,
    const QStyleOptionViewItem& item, const QModelIndex& index) const
{
    const qint64 remaining = index.data(RemainingRole).toLongLong();
    if (neededWidth(item) <= item.rect.width()) {
        // Align texts even without a bar.
        const QRectF box = cell.takeBox(barWidth(item));
        if (remaining >= 0)
            drawBar(painter, box, index.data(RemainingFractionRole).toDouble(),
                cell.colour(Tone::Good));
        else if (remaining == kNeverExpires)
            drawHatched(painter, box, cell.colour(Tone::Notice));
    }
    cell.drawText(item.text);
}

QSize RemainingDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    return {neededWidth(item), QStyledItemDelegate::sizeHint(option, index).height()};
}

/// Runs for each painting: caches by font and text length.
int RemainingDelegate::neededWidth(const QStyleOptionViewItem& item) const
{
    if (m_font != item.font)
        m_widths.clear();
    m_font = item.font;
    int& width = m_widths[item.text.size()];
    if (width == 0) {
        // For a long text: all rows of a column have a bar, or none has.
        const QString longText = durationText(std::chrono::seconds(3599));
        width = static_cast<int>(std::ceil(barWidth(item) + 2 * markGap(item) + 3 * textGap()))
            + std::max(item.fontMetrics.horizontalAdvance(longText),
                item.fontMetrics.horizontalAdvance(item.text));
    }
    return width;
}

} // namespace lockkeeper::ui
