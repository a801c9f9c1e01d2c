// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/gui_options.h"
#include "ui/bridge/session.h"

#include <QObject>
#include <QTimer>

class QDialog;

namespace lockkeeper::gui {

/// Draws a window into a PNG file after the first updates, or 15 seconds, then ends the event loop
/// with 0, or 1 on failure.
class Screenshot final : public QObject {
    Q_OBJECT
public:
    /// `session` may be null.
    Screenshot(ui::MainWindow& window, ui::Session* session, const ScreenshotRequest& order);

private:
    void countUpdate();
    void prepare();
    void choose();
    void trigger(const QString& action);
    void selectFirstRow();
    [[nodiscard]] bool lookAtKeyspace();
    [[nodiscard]] bool playInLab();
    void showWhatWaits();
    void draw();
    [[nodiscard]] QDialog* shownDialog() const;
    [[nodiscard]] QPixmap grab() const;

    ui::MainWindow& m_window;
    ui::Session* m_session;
    ScreenshotRequest m_order;
    int m_updates = 0;
    QTimer m_patience;
};

} // namespace lockkeeper::gui
