// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>

namespace lockkeeper::ui {

/// Captions, and the fields that they name, below each other. What is left over stays below the
/// last row.
///
/// In place of QFormLayout, which up to Qt 6.4 at least writes beyond its memory once a row is
/// hidden and a field's height depends on its width, as that of a wrapped label does.
class Form final : public QGridLayout {
    Q_OBJECT
public:
    explicit Form(QWidget* parent = nullptr);

    /// The mnemonic of the caption leads to the field. An empty caption is none.
    void addRow(const QString& caption, QWidget* field);
    void addRow(QWidget* caption, QWidget* field);
    void addRow(QWidget* caption, QLayout* fields);
    /// A field as wide as the form.
    void addRow(QWidget* field);

    /// Shows or hides a field with its caption.
    void setRowVisible(QWidget* field, bool isVisible);
    /// Null: it has none.
    [[nodiscard]] QWidget* captionOf(QWidget* field) const;

private:
    /// Begins a row, and returns its number.
    int nextRow();
    void addCaption(QWidget& caption, int row, bool isOneLine);

    int m_rows = 0;
};

} // namespace lockkeeper::ui
