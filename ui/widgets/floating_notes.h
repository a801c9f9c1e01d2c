// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTableView;
class QVBoxLayout;

namespace lockkeeper::ui {

class Banner;

/// Banners that lie over the bottom of a stack of pages, so that nothing moves when they come and
/// go. No larger than their texts need. They cover no row of a table: if its rows reach that far,
/// it ends above them.
class FloatingNotes final : public QWidget {
    Q_OBJECT
public:
    /// `over` takes ownership. `table` is on one of its pages.
    FloatingNotes(QWidget& over, const QTableView& table);

    /// A new banner above the others, hidden. Without `buttonText` it has no button.
    [[nodiscard]] Banner* add(const QString& name, const QString& buttonText);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    [[nodiscard]] bool wouldCoverRows(int height) const;

    QWidget& m_over;
    const QTableView& m_table;
    QVBoxLayout* m_layout;
    QList<Banner*> m_banners;
};

} // namespace lockkeeper::ui
