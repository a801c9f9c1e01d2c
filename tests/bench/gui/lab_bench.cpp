// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/lab_bench.h"

#include "app/lab/play.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/measure.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/run_view.h"

#include <stdexcept>

namespace lockkeeper::bench {

using namespace std::chrono_literals;

namespace {

/// Runs the event loop, also where nothing happens.
void rest(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace

LabTimes measureLab(std::chrono::seconds time)
{
    ui::LabRunner runner(lab::play);
    ui::LabPage page(runner);
    page.resize(1280, 800);
    page.show();
    if (!page.choose("polling"))
        throw std::runtime_error("there is no such experiment");
    bool isDone = false;
    bool isPlayed = false;
    QObject::connect(&runner, &ui::LabRunner::finished, &page,
        [&](const std::shared_ptr<const ui::LabResult>& result) {
            isDone = true;
            isPlayed = result->played.has_value();
        });
    LabTimes times;
    StallWatch stalls;
    page.play(false);
    (void)waitFor([&] { return isDone; }, 60s);
    stalls.stop();
    if (!isPlayed)
        throw std::runtime_error("the experiment was not played");
    times.blockedRarely = stalls.percentile(0.999);
    times.blockedEver = stalls.max();
    times.blockedByOwnWork = stalls.ownMax();

    auto& view = *page.findChild<ui::RunView*>(QStringLiteral("faultPicture"));
    std::vector<double> frames;
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
        const auto start = std::chrono::steady_clock::now();
        view.redraw();
        view.repaint();
        const std::chrono::duration<double, std::milli> took
            = std::chrono::steady_clock::now() - start;
        frames.push_back(took.count());
        rest(16ms);
    }
    times.frame = percentile(frames, 0.5);
    times.frameRarely = percentile(frames, 0.99);

    const double cpu = cpuSeconds();
    rest(time);
    times.pausedPercent = 100 * (cpuSeconds() - cpu) / std::chrono::duration<double>(time).count();
    return times;
}

} // namespace lockkeeper::bench
