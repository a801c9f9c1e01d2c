// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper::ui {

/// Draws names, elided in the middle: they differ at the ends. With a lock's sign, if the model has
/// a verdict. Mutes the prefix shared with the row above.
class NameDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Characters shared with `above`, up to the last separator before the end of `name`.
    [[nodiscard]] static qsizetype sharedPrefix(QStringView name, QStringView above);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace lockkeeper::ui
