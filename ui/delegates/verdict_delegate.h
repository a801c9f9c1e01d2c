// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper::ui {

/// Draws a verdict as a shape, a word and a faint tint. Each verdict has its own shape.
class VerdictDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// The model's roles to read.
    struct Roles {
        int verdict; ///< int of observe::Verdict
        int isStale; ///< bool
        int change; ///< int of Change
        int isOld; ///< bool
    };
    explicit VerdictDelegate(Roles roles, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Roles m_roles;
};

} // namespace lockkeeper::ui
