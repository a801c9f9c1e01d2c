// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace lockkeeper::ui {

class TableView;

/// A table above the details of its current row. In a low window the table keeps fewer rows, so
/// that the details keep their place.
class DetailSplitter final : public QSplitter {
    Q_OBJECT
public:
    /// `above` contains the table, and may have notes below it in its margins.
    DetailSplitter(QWidget& above, TableView& table, QWidget& details, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitRows();

    QWidget& m_above;
    TableView& m_table;
    QWidget& m_details;
};

} // namespace lockkeeper::ui
