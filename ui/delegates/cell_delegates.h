// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QStyledItemDelegate>

namespace lockkeeper::ui {

class CellPainter;

class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const final;

protected:
    virtual void paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
        const QModelIndex& index) const = 0;
};

/// Draws names, elided in the middle, and a lock's sign. Mutes the prefix shared with the row
/// above.
class NameDelegate final : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Length shared with `above`, up to the last separator inside `name`.
    [[nodiscard]] static qsizetype sharedPrefix(QStringView name, QStringView above);

protected:
    void paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
        const QModelIndex& index) const override;
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Draws a lock's state and reason, in two lines. The size hint needs the option's width.
class EvidenceDelegate final : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
        const QModelIndex& index) const override;
};

/// Draws votes: disc (held), diamond (another token), ring (free), broken ring (no answer), cross
/// (error).
class VotesDelegate final : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
        const QModelIndex& index) const override;
};

/// Hatched: never expires; no bar: unknown.
class RemainingDelegate final : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintCell(CellPainter& cell, QPainter& painter, const QStyleOptionViewItem& item,
        const QModelIndex& index) const override;

private:
    [[nodiscard]] int neededWidth(const QStyleOptionViewItem& item) const;

    mutable QFont m_font;
    mutable QHash<qsizetype, int> m_widths;
};

} // namespace lockkeeper::ui
