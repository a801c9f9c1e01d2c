// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>

namespace lockkeeper::ui {

/// Captions and fields. QFormLayout (up to Qt 6.4 at least) writes out of bounds if a row is hidden
/// and a field's height depends on its width.
class Form final : public QGridLayout {
    Q_OBJECT
public:
    explicit Form(QWidget* parent = nullptr);

    /// Its mnemonic focuses the field.
    void addRow(const QString& caption, QWidget* field);
    void addRow(QWidget* caption, QWidget* field);
    void addRow(QWidget* caption, QLayout* fields);
    /// As wide as the form.
    void addRow(QWidget* field);

    void setRowVisible(QWidget* field, bool isVisible);
    [[nodiscard]] QWidget* captionOf(QWidget* field) const;

private:
    int nextRow();
    void addCaption(QWidget& caption, int row, bool isOneLine);

    int m_rows = 0;
};

} // namespace lockkeeper::ui
