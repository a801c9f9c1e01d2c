// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper::ui {

/// Draws the time that is left as a bar beside its text. No bar where none is known; a hatched one
/// for a lock that never expires.
class RemainingDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    struct Roles {
        int remaining; ///< qint64 milliseconds, or less than 0
        int fraction; ///< double 0..1
        int isOld; ///< bool
    };
    explicit RemainingDelegate(Roles roles, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Roles m_roles;
};

} // namespace lockkeeper::ui
