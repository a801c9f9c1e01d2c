// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"
#include "core/history/trends.h"
#include "ui/models/plots/plot.h"
#include "ui/models/table/table_model.h"

#include <memory>

namespace lockkeeper::ui {

enum class TrendSpan { Hour, Day, Week, Month };

[[nodiscard]] std::chrono::milliseconds lengthOf(TrendSpan span) noexcept;
[[nodiscard]] std::chrono::milliseconds stepOf(TrendSpan span) noexcept;

struct TrendReport {
    static constexpr std::size_t kMostContended = 20;

    TrendSpan span = TrendSpan::Day;
    history::Window window{};
    history::Trends trends{};
    std::vector<history::Traffic> contended{}; ///< most handed over first

    [[nodiscard]] bool hasData() const;
};

using TrendReportPtr = std::shared_ptr<const TrendReport>;

enum class TrendPlot { Held, Waiting, Acquisitions, HandOvers, Stale };
inline constexpr int kTrendPlots = static_cast<int>(TrendPlot::Stale) + 1;

[[nodiscard]] Plot trendPlot(TrendPlot which, const TrendReport& report);

struct ContentionRow {
    history::Traffic traffic;
    [[nodiscard]] const Resource& key() const noexcept { return traffic.resource; }
    friend bool operator==(const ContentionRow& a, const ContentionRow& b);
};

/// Table model of resources that change hands most.
class ContentionModel final : public KeyedTableModel<ContentionRow> {
    Q_OBJECT
public:
    enum Column { ResourceName, HandOvers, PerMinute, Acquisitions };

    using KeyedTableModel::KeyedTableModel;

    void setTraffic(const std::vector<history::Traffic>& traffic);

protected:
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QList<TableColumn> columns() const override;

private:
    [[nodiscard]] static QString text(const history::Traffic& traffic, int column);
};

} // namespace lockkeeper::ui
