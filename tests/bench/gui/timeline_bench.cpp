// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/timeline_bench.h"

#include "core/history/database.h"
#include "core/history/history_file.h"
#include "core/history/trends.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/measure.h"
#include "ui/bridge/history/timeline_source.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_view.h"

#include <QKeyEvent>
#include <QTemporaryDir>
#include <cmath>
#include <ctime>
#include <random>
#include <stdexcept>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kResources = 200;
constexpr milliseconds kPast = std::chrono::hours(30 * 24);
constexpr std::size_t kAtOnce = 50'000;

/// Some resources have a hundred times as many owners as others.
history::Changes changesOf(
    std::size_t first, std::size_t end, std::size_t all, std::mt19937& random)
{
    history::Changes changes;
    const WallTime start = systemClock().wallNow() - kPast;
    for (std::size_t i = first; i < end; ++i) {
        const double place = std::uniform_real_distribution<>(0, 1)(random);
        const auto resource = static_cast<std::size_t>(place * place * place * kResources);
        const WallTime from
            = start + kPast * static_cast<std::int64_t>(i) / static_cast<std::int64_t>(all);
        // As long as the share of the resource allows on average, so that most do not overlap.
        const double share
            = 3 * std::pow((static_cast<double>(resource) + 0.5) / kResources, 2.0 / 3.0);
        const double mean
            = static_cast<double>(kPast.count()) / static_cast<double>(all) * kResources * share;
        const milliseconds held(1
            + std::uniform_int_distribution<std::int64_t>(0, static_cast<std::int64_t>(mean))(
                random));
        const auto id = static_cast<std::int64_t>(i + 1);
        changes.starts.push_back({.id = id,
            .resource = Resource("orders:" + std::to_string(resource)),
            .token = Fingerprint::ofString(std::to_string(i)),
            .format = "lk1",
            .holder = {.app = "api",
                .host = "web-" + std::to_string(i % 9),
                .pid = 100 + static_cast<std::int64_t>(i % 5000)},
            .firstSeen = from,
            .isStartSeen = true});
        changes.states[id] = {.lastSeen = from + held,
            .endedAt = from + held,
            .end = static_cast<history::End>(i % 17 == 0 ? i / 17 % 6 : 0),
            .held = held};
    }
    return changes;
}

void writeHistory(const history::Place& place, std::size_t ownerships)
{
    const auto need = [](const auto& result) {
        if (!result)
            throw std::runtime_error("the history can't be written");
    };
    if (!place.isServer())
        need(history::prepareHistoryFile(place.file));
    auto database = history::Database::open(place);
    need(database);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < ownerships; i += kAtOnce)
        need((*database)->write(changesOf(i, std::min(i + kAtOnce, ownerships), ownerships, random),
            systemClock().wallNow()));
}

template <class Work> double millisecondsOf(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

double threadMilliseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Whether a widget was painted. Watches while it exists.
class PaintWatch final : public QObject {
public:
    explicit PaintWatch(QWidget& widget) { widget.installEventFilter(this); }
    void clear() noexcept { m_isPainted = false; }
    [[nodiscard]] bool isPainted() const noexcept { return m_isPainted; }
    bool eventFilter(QObject*, QEvent* event) override
    {
        m_isPainted = m_isPainted || event->type() == QEvent::Paint;
        return false;
    }

private:
    bool m_isPainted = false;
};

class TimelineBed {
public:
    explicit TimelineBed(const history::Place& place)
        : m_source([place] { return place; })
        , m_page(m_source, systemClock())
    {
        m_page.resize(1920, 1000);
        m_page.show();
    }

    [[nodiscard]] ui::TimelineView& view() { return m_page.view(); }
    void press(int key)
    {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(&view(), &event);
    }
    [[nodiscard]] bool isRead()
    {
        return view().camera().isRead(view().places().seen(view().scene()));
    }
    /// Waits for all that is shown. Returns how long.
    double read()
    {
        return static_cast<double>(waitFor([this] { return isRead(); }, 60s).count());
    }
    /// Presses keys, and paints after each as a screen would. Returns the times of the frames.
    template <class Key> std::vector<double> move(std::chrono::seconds time, Key key)
    {
        std::vector<double> frames;
        const auto end = std::chrono::steady_clock::now() + time;
        for (int frame = 0; std::chrono::steady_clock::now() < end; ++frame) {
            const auto start = std::chrono::steady_clock::now();
            const double own = threadMilliseconds();
            m_paints.clear();
            press(key(frame));
            QCoreApplication::processEvents();
            if (!m_paints.isPainted()) // not twice: a screen shows it once
                view().viewport()->repaint();
            const std::chrono::duration<double, std::milli> took
                = std::chrono::steady_clock::now() - start;
            frames.push_back(took.count());
            m_own.push_back(threadMilliseconds() - own);
            // A screen takes the next frame not before it is due; pictures are read meanwhile.
            (void)waitFor([&] { return std::chrono::steady_clock::now() - start >= 16ms; }, 16ms);
            noteRead(start);
        }
        return frames;
    }
    [[nodiscard]] double ownRarely() const { return percentile(m_own, 0.99); }
    [[nodiscard]] double longestRead() const { return m_longestRead; }

private:
    void noteRead(std::chrono::steady_clock::time_point now)
    {
        if (isRead())
            m_unread.reset();
        else if (!m_unread)
            m_unread = now;
        if (m_unread)
            m_longestRead = std::max(
                m_longestRead, std::chrono::duration<double, std::milli>(now - *m_unread).count());
    }

    ui::TimelineSource m_source;
    ui::TimelinePage m_page;
    PaintWatch m_paints{*m_page.view().viewport()};
    std::optional<std::chrono::steady_clock::time_point> m_unread;
    double m_longestRead = 0;
    std::vector<double> m_own;
};

} // namespace

TimelineTimes measureTimeline(
    const std::string& url, std::size_t ownerships, std::chrono::seconds time)
{
    const QTemporaryDir directory;
    const history::Place place = url.empty()
        ? history::Place(directory.path().toStdString() + "/bench/history.sqlite")
        : history::Place(config::HistoryServer::fromUrl(url).value(), "lockkeeper-bench");
    const WallTime now = systemClock().wallNow();
    TimelineTimes times;
    times.written = millisecondsOf([&] { writeHistory(place, ownerships); });
    times.trends = millisecondsOf([&] {
        if (!history::readTrends(place, {now - kPast, now}))
            throw std::runtime_error("the history has no trends");
    });

    std::optional<TimelineBed> made;
    times.opened = millisecondsOf([&] {
        made.emplace(place);
        made->read();
        made->view().viewport()->repaint();
    });
    TimelineBed& bed = *made;
    if (!bed.isRead())
        throw std::runtime_error("the timeline shows nothing");
    bed.press(Qt::Key_0);
    times.allShown = bed.read();
    // Through all of it, each time at another zoom.
    auto pans = bed.move(
        time, [](int frame) { return frame / 200 % 2 == 0 ? Qt::Key_Left : Qt::Key_Right; });
    bed.press(Qt::Key_Plus);
    for (int zoom = 0; zoom < 5; ++zoom) {
        for (int i = 0; i < 3; ++i)
            bed.press(Qt::Key_Plus);
        const auto more = bed.move(time / 5, [](int) { return Qt::Key_Left; });
        pans.insert(pans.end(), more.begin(), more.end());
    }
    const auto zooms = bed.move(
        time, [](int frame) { return frame / 60 % 2 == 0 ? Qt::Key_Plus : Qt::Key_Minus; });
    times.pan = percentile(pans, 0.5);
    times.panRarely = percentile(pans, 0.99);
    times.zoom = percentile(zooms, 0.5);
    times.zoomRarely = percentile(zooms, 0.99);
    times.ownRarely = bed.ownRarely();
    times.longestRead = bed.longestRead();
    return times;
}

} // namespace lockkeeper::bench
