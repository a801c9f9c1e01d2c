// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/faults.h"

#include "tests/bench/gui/board_feed.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/gui/window_bed.h"
#include "tests/bench/observe/bare_sweep.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

/// Disturbs the masters on a thread of its own, until it is destroyed.
class Trouble {
public:
    Trouble(Servers& servers, std::size_t locks)
        : m_servers(servers)
        , m_locks(locks)
        , m_thread([this](const std::stop_token& stop) { run(stop); })
    { }

    [[nodiscard]] std::size_t faults() const noexcept { return m_faults; }

private:
    void run(const std::stop_token& stop)
    {
        giveWay(::gettid());
        for (std::size_t round = 0; !stop.stop_requested(); ++round) {
            const std::size_t one = round % kMasters;
            hang({one}, stop);
            loseData({one}, stop);
            hang({one, (one + 1) % kMasters, (one + 2) % kMasters}, stop);
            if (round % 3 == 2)
                loseData({0, 1, 2, 3, 4}, stop);
        }
    }

    void hang(const std::vector<std::size_t>& masters, const std::stop_token& stop)
    {
        for (const std::size_t master : masters)
            m_servers.suspend(master);
        m_faults += masters.size();
        wait(4s, stop);
        for (const std::size_t master : masters)
            m_servers.resume(master);
        wait(3s, stop);
    }

    void loseData(const std::vector<std::size_t>& masters, const std::stop_token& stop)
    {
        std::vector<std::uint16_t> ports;
        for (const std::size_t master : masters) {
            m_servers.restart(master);
            ports.push_back(m_servers.ports(kMasters)[master]);
        }
        m_faults += masters.size();
        wait(5s, stop);
        // On one of five masters, other tokens than before: a tenth of the locks becomes a problem.
        storeLocks(ports, masters.size() == 1 ? m_locks / 10 : m_locks);
        wait(5s, stop);
    }

    void wait(std::chrono::seconds time, const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_stopped.wait_for(lock, stop, time, [] { return false; });
    }

    Servers& m_servers;
    const std::size_t m_locks;
    std::atomic<std::size_t> m_faults = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
    std::jthread m_thread; ///< last: uses the others
};

/// What a user does to the table, step by step.
class Hands {
public:
    explicit Hands(ui::MainWindow& window)
        : m_table(*window.findChild<ui::TableView*>(QStringLiteral("locksTable")))
        , m_filter(*window.findChild<QLineEdit*>(QStringLiteral("filterLineEdit")))
    { }

    void act()
    {
        static const QStringList kFilters{{}, QStringLiteral("lock:"), QStringLiteral("stale"),
            QStringLiteral("web-3 held>1s"), QStringLiteral("*77*")};
        const int step = m_step++;
        QScrollBar& bar = *m_table.verticalScrollBar();
        if (step % 4 == 0)
            m_filter.setText(kFilters[step / 4 % kFilters.size()]);
        else if (step % 4 == 1)
            m_table.sortByColumn(step / 4 % ui::LockTable::kColumnCount,
                step % 8 < 4 ? Qt::AscendingOrder : Qt::DescendingOrder);
        else if (step % 4 == 2)
            bar.setValue(bar.maximum() * (step % 7) / 7);
        else
            m_table.selectRow(m_table.rowAt(1));
    }

private:
    ui::TableView& m_table;
    QLineEdit& m_filter;
    int m_step = 0;
};

} // namespace

FaultTimes measureFaults(std::size_t locks, std::chrono::seconds time)
{
    Servers servers(kMasters, Servers::Priority::GivesWay);
    storeLocks(servers.ports(kMasters), locks);
    WindowBed bed(servers, kMasters);
    waitFor([&] { return bed.hasRows(locks); }, 60s);
    if (!bed.hasRows(locks))
        throw std::runtime_error("not all locks are shown");
    StallWatch stalls;
    Hands hands(bed.window());
    const Trouble trouble(servers, locks);
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
        hands.act();
        (void)waitFor([] { return false; }, 400ms);
    }
    stalls.stop();
    return {.blockedRarely = stalls.percentile(0.999),
        .blockedEver = stalls.max(),
        .blockedByOwnWork = stalls.ownMax(),
        .faults = trouble.faults()};
}

} // namespace lockkeeper::bench
