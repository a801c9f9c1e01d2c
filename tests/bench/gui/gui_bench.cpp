// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/gui_bench.h"

#include "tests/bench/gui/faults.h"
#include "tests/bench/gui/lab_bench.h"
#include "tests/bench/gui/order_bench.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/gui/start_up.h"
#include "tests/bench/gui/timeline_bench.h"
#include "tests/bench/measure.h"
#include "ui/pages/lock_grouping.h"

#include <stdexcept>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

/// Limits in milliseconds.
constexpr double kBlockedRarely = 50; ///< of the 99.9th percentile
constexpr double kBlockedEver = 100;
constexpr double kKeystroke = 50;
constexpr double kFirstRows = 700;
constexpr double kAllRows = 3000;
constexpr double kTimelineOpened = 1000;
constexpr double kHistoryWritten = 60; // 16 000 a second
constexpr double kTrends = 3;
constexpr double kFrame = 16.7;
constexpr double kMegabytes = 250;
constexpr double kIdlePercent = 1;
constexpr std::size_t kFewLocks = 1000;
constexpr int kOrderTimes = 12; ///< as long as another part: a minute, unless it was asked for less

/// True for what needs no page with 100 000 locks.
bool isOfItsOwn(std::string_view part)
{
    return part == "start" || part == "timeline" || part == "lab" || part == "order";
}

class GuiBench {
public:
    explicit GuiBench(const GuiBenchOptions& options)
        : m_options(options)
        , m_time(options.seconds)
    { }

    std::vector<Figure> run()
    {
        if (isWanted("start"))
            startUp();
        if (isWanted("timeline"))
            timeline();
        if (isWanted("lab"))
            lab();
        if (isWanted("order"))
            order();
        if (m_options.only == "faults")
            faults();
        else if (!isOfItsOwn(m_options.only))
            page();
        return std::move(m_figures);
    }

private:
    [[nodiscard]] bool isWanted(const char* what) const
    {
        return m_options.only.empty() || m_options.only == what;
    }
    void add(const std::string& name, const char* unit, double value, double limit)
    {
        m_figures.push_back(
            {.name = name, .unit = unit, .ours = value, .against = {}, .limit = limit});
    }
    void addStalls(PageBed& bed, const std::string& what)
    {
        add(what + ", p99.9", "ms", bed.stalls().percentile(0.999), kBlockedRarely);
        add(what + ", longest", "ms", bed.stalls().max(), kBlockedEver);
        add(what + ", longest by own work", "ms", bed.stalls().ownMax(), kBlockedEver);
    }

    void startUp()
    {
        const StartUp few = measureStartUp(kFewLocks, 0s);
        add("first rows of " + std::to_string(kFewLocks) + " locks", "ms", few.firstRows,
            kFirstRows);
        const StartUp many = measureStartUp(m_options.locks, m_time);
        add("all " + std::to_string(m_options.locks) + " locks", "ms", many.allRows, kAllRows);
        add("blocked by real loading, p99.9", "ms", many.blockedRarely, kBlockedRarely);
        add("blocked by real loading, longest", "ms", many.blockedEver, kBlockedEver);
        add("blocked by real loading, longest by own work", "ms", many.blockedByOwnWork,
            kBlockedEver);
        add("memory of the process", "MB", many.megabytes, kMegabytes);
        add("idle", "% core", many.idlePercent, kIdlePercent);
    }

    void faults()
    {
        const FaultTimes times = measureFaults(m_options.locks, m_time);
        const std::string what = "blocked by " + std::to_string(times.faults) + " faults";
        add(what + ", p99.9", "ms", times.blockedRarely, kBlockedRarely);
        add(what + ", longest", "ms", times.blockedEver, kBlockedEver);
        add(what + ", longest by own work", "ms", times.blockedByOwnWork, kBlockedEver);
    }

    void timeline()
    {
        const TimelineTimes times
            = measureTimeline(m_options.history, m_options.ownerships, m_time);
        const std::string what = std::to_string(m_options.ownerships) + " ownerships";
        add(what + " written", "s", times.written / 1e3, kHistoryWritten);
        add("trends of " + what, "s", times.trends / 1e3, kTrends);
        add("timeline of " + what + ", opened", "ms", times.opened, kTimelineOpened);
        add("timeline of " + what + ", all 30 days", "ms", times.allShown, kTimelineOpened);
        add("frame while it pans, median", "ms", times.pan, kFrame);
        add("frame while it pans, p99", "ms", times.panRarely, kFrame);
        add("frame while it zooms, median", "ms", times.zoom, kFrame);
        add("frame while it zooms, p99", "ms", times.zoomRarely, kFrame);
        add("frame, p99 by own work", "ms", times.ownRarely, kFrame);
        add("longest until a move's times were read", "ms", times.longestRead, kTimelineOpened);
    }

    void lab()
    {
        const LabTimes times = measureLab(m_time);
        add("frame of the Lab's picture, median", "ms", times.frame, kFrame);
        add("frame of the Lab's picture, p99", "ms", times.frameRarely, kFrame);
        add("blocked by playing an experiment, p99.9", "ms", times.blockedRarely, kBlockedRarely);
        add("blocked by playing an experiment, longest", "ms", times.blockedEver, kBlockedEver);
        add("blocked by playing an experiment, longest by own work", "ms", times.blockedByOwnWork,
            kBlockedEver);
        add("Lab, while nothing moves", "% core", times.pausedPercent, kIdlePercent);
    }

    void order()
    {
        const OrderCounts counts = measureOrder(kOrderTimes * m_time);
        const std::string what = std::to_string(counts.changes) + " changes in "
            + std::to_string((kOrderTimes * m_time).count()) + " s";
        add("moves of the first ten rows without a change of urgency, " + what, "",
            static_cast<double>(counts.needless), 0);
        add("times a stale lock was not on top, at " + std::to_string(counts.looks) + " looks with "
                + std::to_string(counts.passing) + " passing problems",
            "", static_cast<double>(counts.pushedDown), 0);
    }

    void page()
    {
        PageBed bed(m_options.locks, m_options.changes);
        waitFor(
            [&] { return bed.locks().rows().size() >= static_cast<int>(m_options.locks); }, 60s);
        if (isWanted("load"))
            addStalls(bed, "blocked by loading");
        measure(bed, "changes", "blocked by changes", [&] { bed.runFor(m_time); });
        measure(bed, "sort", "blocked by sorting", [&] { sort(bed); });
        measure(bed, "filter", "blocked by filtering", [&] { filter(bed); });
        measure(bed, "group", "blocked by grouping", [&] { group(bed); });
        measure(bed, "scroll", "blocked by scrolling", [&] { scroll(bed); });
        measure(bed, "hold", "blocked by holding", [&] { hold(bed); });
        measure(bed, "dying", "blocked by dying masters", [&] { die(bed); });
        measure(bed, "loss", "blocked by loss of all locks", [&] { lose(bed); });
    }

    template <class Do> void measure(PageBed& bed, const char* part, const char* what, Do doIt)
    {
        if (!isWanted(part))
            return;
        bed.runFor(500ms);
        bed.stalls().reset();
        doIt();
        addStalls(bed, what);
    }

    void sort(PageBed& bed)
    {
        std::chrono::milliseconds longest{0};
        for (int column = 0; column < ui::LockTable::kColumnCount; ++column) {
            for (const auto order : {Qt::DescendingOrder, Qt::AscendingOrder}) {
                bed.table().sortByColumn(column, order);
                longest = std::max(longest, waitFor([&] { return !bed.shown().isBusy(); }, 10s));
                bed.runFor(std::chrono::milliseconds(m_time) / ui::LockTable::kColumnCount / 2);
            }
        }
        // Not a limit that anybody set: longer than that, one would click again.
        add("longest wait for a sorted table", "ms", static_cast<double>(longest.count()), 1000);
        bed.table().sortByColumn(ui::LockTable::Remaining, Qt::AscendingOrder);
        waitFor([&] { return !bed.shown().isBusy(); }, 10s);
        bed.runFor(m_time);
    }

    void filter(PageBed& bed)
    {
        std::chrono::milliseconds longest{0};
        bed.page().focusFilter();
        bed.runFor(500ms);
        for (const QString& text : {QStringLiteral("orders:12"), QStringLiteral("web-3"),
                 QStringLiteral("redisson"), QStringLiteral("*:?77*"), QStringLiteral("zzz")}) {
            for (qsizetype length = 0; length <= 2 * text.size(); ++length) {
                bed.filter().setText(text.first(std::min(length, 2 * text.size() - length)));
                longest = std::max(longest, waitFor([&] { return !bed.shown().isBusy(); }, 10s));
                bed.runFor(50ms);
            }
        }
        add("longest from a keystroke to its rows", "ms", static_cast<double>(longest.count()),
            kKeystroke);
    }

    void group(PageBed& bed)
    {
        std::chrono::milliseconds longest{0};
        for (const ui::Grouping grouping : {ui::Grouping::Holder, ui::Grouping::Prefix,
                 ui::Grouping::Library, ui::Grouping::Holder, ui::Grouping::None}) {
            bed.page().grouping().set(grouping);
            longest = std::max(longest, waitFor([&] { return !bed.shown().isBusy(); }, 10s));
            bed.runFor(std::chrono::milliseconds(m_time) / 5);
            bed.page().grouping().collapseAll();
            bed.runFor(200ms);
            bed.page().grouping().expandAll();
        }
        add("longest wait for a grouped table", "ms", static_cast<double>(longest.count()), 1000);
    }

    void scroll(PageBed& bed)
    {
        QScrollBar& bar = *bed.table().verticalScrollBar();
        const auto end = std::chrono::steady_clock::now() + m_time;
        for (int step = 1; std::chrono::steady_clock::now() < end; ++step) {
            bar.setValue(step % 50 == 0 ? bar.maximum() * (step / 50 % 7) / 7 : bar.value() + 3);
            bed.runFor(10ms);
        }
    }

    void hold(PageBed& bed)
    {
        const auto end = std::chrono::steady_clock::now() + m_time;
        while (std::chrono::steady_clock::now() < end) {
            bed.page().setPaused(true);
            bed.runFor(1500ms);
            bed.page().setPaused(false);
            bed.runFor(500ms);
        }
    }

    void die(PageBed& bed)
    {
        for (const std::size_t dead : {1U, 3U, 5U, 2U, 0U}) {
            bed.feed().setDead(dead);
            bed.runFor(std::chrono::milliseconds(m_time) / 5 + 500ms);
        }
    }

    void lose(PageBed& bed)
    {
        for (const bool isLost : {true, false, true, false}) {
            bed.feed().setLost(isLost);
            bed.runFor(std::chrono::milliseconds(m_time) / 4 + 3s);
        }
    }

    GuiBenchOptions m_options;
    std::chrono::seconds m_time;
    std::vector<Figure> m_figures;
};

} // namespace

int runGuiBench(const GuiBenchOptions& options)
{
    const Surroundings surroundings;
    const auto figures = GuiBench(options).run();
    return report(figures, options.isJson, surroundings.coresOfOthers());
}

} // namespace lockkeeper::bench
