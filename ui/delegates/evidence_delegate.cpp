// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/evidence_delegate.h"

#include "core/words/problem_words.h"
#include "ui/delegates/cell_painter.h"
#include "ui/look/shapes.h"
#include "ui/models/base/roles.h"

#include <QPainter>
#include <QTextLayout>

namespace lockkeeper::ui {
namespace {

constexpr int kMostLines = 2;

class Wrapped {
public:
    /// `state`: format of the first `stateLength` characters.
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
        // The cut must show.
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

/// Bold if something is wrong.
QTextCharFormat stateFormat(const QModelIndex& index)
{
    QTextCharFormat format;
    if (index.data(UrgencyRole).toInt() != words::kNotUrgent)
        format.setFontWeight(QFont::Bold);
    return format;
}

} // namespace

void EvidenceDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    CellPainter cell(*painter, item, index.data(IsOldRole).toBool());
    const QRectF box = cell.rest();
    QTextCharFormat state = stateFormat(index);
    state.setForeground(cell.colour(lockTone(
        index.data(VerdictRole).value<observe::Verdict>(), index.data(UrgencyRole).toInt())));
    painter->setPen(cell.textColour());
    Wrapped(item, index.data(StateLengthRole).toInt(), state, box.width()).draw(*painter, box);
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

} // namespace lockkeeper::ui
