// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper::ui {

/// Draws names, elided in the middle: their ends differ more often; the sign of a lock before its
/// name, where the model tells its verdict. What a name shares with that of
/// the row above, up to a separator, is drawn in the muted colour, so that the eye finds the rest.
class NameDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    /// Number of characters at the beginning of `name` that it shares with `above`, up to the last
    /// separator that is not the end of `name`. Pure.
    [[nodiscard]] static qsizetype sharedPrefix(QStringView name, QStringView above);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace lockkeeper::ui
