// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/models/trends.h"
#include "ui/pages/nothing_recorded.h"
#include "ui/pages/page.h"

#include <array>

class QButtonGroup;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTimer;

namespace lockkeeper::ui {

class EmptyState;
class PlotView;
class TableView;
class TrendsSource;

/// Page of all locks' trends, for the chosen span, else the shortest with data. Reads again while
/// shown.
class TrendsPage final : public Page {
    Q_OBJECT
public:
    TrendsPage(TrendsSource& source, const Clock& clock, QWidget* parent = nullptr);

    void setRecorder(Recorder recorder) { m_recorder = recorder; }

    [[nodiscard]] PlotView& plot(TrendPlot which);
    [[nodiscard]] std::optional<TrendSpan> span() const;
    void setSpan(TrendSpan span);

Q_SIGNALS:
    void lockRequested(const lockkeeper::Resource& resource);
    void timelineRequested(lockkeeper::WallTime time, std::chrono::milliseconds span);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void createHead(QHBoxLayout& head);
    [[nodiscard]] QWidget* createPlots();
    [[nodiscard]] QWidget* createTable();
    void arrange(int columns);
    void placeNote();
    void ask();
    void requestTimeline(WallTime time);
    void showReport(const TrendReportPtr& report);
    void showFailure(const lockkeeper::Error& error);
    void showNote(const TrendReport& report);

    TrendsSource& m_source;
    const Clock& m_clock;
    Recorder m_recorder = Recorder::ThisHost;
    ContentionModel m_contention;
    QHBoxLayout* m_head;
    QLabel* m_note;
    QButtonGroup* m_spans;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTimer* m_reader;
    QGridLayout* m_grid = nullptr;
    std::array<PlotView*, kTrendPlots> m_plots{};
    QWidget* m_contended = nullptr;
    TableView* m_table = nullptr;
    int m_columns = 0;
};

} // namespace lockkeeper::ui
