// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

[[nodiscard]] QColor edgeColour(const QPalette& palette);

/// Red frame with a caption, where mistakes are costly. Reserves margins.
class EdgeFrame final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 4;

    EdgeFrame(QWidget& window, const QString& caption);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void colourCaption();
    [[nodiscard]] int topWidth() const;

    QLabel* m_caption;
};

} // namespace lockkeeper::ui
