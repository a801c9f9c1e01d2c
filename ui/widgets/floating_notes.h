// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace lockkeeper::ui {

class Banner;

/// Banners that lie over the bottom of another widget, so that nothing moves when they come and go.
/// No larger than their texts need.
class FloatingNotes final : public QWidget {
    Q_OBJECT
public:
    /// `over` takes ownership.
    explicit FloatingNotes(QWidget& over);

    /// A new banner above the others, hidden. Without `buttonText` it has no button.
    [[nodiscard]] Banner* add(const QString& name, const QString& buttonText);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QWidget& m_over;
    QVBoxLayout* m_layout;
    QList<Banner*> m_banners;
};

} // namespace lockkeeper::ui
