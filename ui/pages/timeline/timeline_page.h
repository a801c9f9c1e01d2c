// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/models/timeline/timeline_picture.h"
#include "ui/pages/nothing_recorded.h"
#include "ui/pages/page.h"

#include <QImage>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QHBoxLayout;
class QPushButton;
class QStackedWidget;

namespace lockkeeper::ui {

class EmptyState;
class TimelineSource;
class TimelineView;

/// `width`: logical pixels. Times are UTC.
[[nodiscard]] QImage imageOf(const TimelinePiece& piece, int width, const QWidget& like);
[[nodiscard]] QByteArray svgOf(const TimelinePiece& piece, const QWidget& like);

/// Page of who owned which resource, and how it ended.
class TimelinePage final : public Page {
    Q_OBJECT
public:
    TimelinePage(TimelineSource& source, const Clock& clock, QWidget* parent = nullptr);

    void setRecorder(Recorder recorder) { m_recorder = recorder; }

    bool focusFilter() override;
    [[nodiscard]] std::optional<Resource> subject() const override;
    [[nodiscard]] TimelineView& view() noexcept { return *m_view; }
    void goTo(WallTime time, std::chrono::milliseconds span);
    [[nodiscard]] QByteArray asSvg() const;
    [[nodiscard]] QByteArray asPng() const;

Q_SIGNALS:
    void lockRequested(const lockkeeper::Resource& resource);
    void exportRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void createHead(QHBoxLayout& head);
    void createTools(QHBoxLayout& tools);
    void connectSource();
    void connectView();
    void ask();
    void showPicture(const TimelinePicturePtr& picture);
    void showAnswer(const TimelineAnswer& answer);
    void showFailure(const lockkeeper::Error& error);
    void showNote();
    void showSelected();
    void goToTyped();
    void requestSelected();
    [[nodiscard]] QPushButton* button(
        const QString& text, const QString& name, const QString& hint);

    TimelineSource& m_source;
    const Clock& m_clock;
    Recorder m_recorder = Recorder::ThisHost;
    TimelineView* m_view;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QLabel* m_note;
    QLabel* m_detail;
    QLineEdit* m_filter;
    QLineEdit* m_time;
    QComboBox* m_order;
    QPushButton* m_now = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_brush = nullptr;
    QPushButton* m_show = nullptr;
    QTimer m_ticker;
    QTimer m_reader;
    std::optional<TimelineAnswer> m_selected;
};

} // namespace lockkeeper::ui
