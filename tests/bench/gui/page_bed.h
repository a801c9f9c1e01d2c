// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/gui/board_feed.h"
#include "tests/bench/gui/stall_watch.h"
#include "ui/models/locks/lock_table.h"
#include "ui/models/locks/vote_table_model.h"
#include "ui/pages/locks_page.h"
#include "ui/widgets/table_view.h"

#include <QEventLoop>
#include <QLineEdit>
#include <QScrollBar>

namespace lockkeeper::bench {

/// Runs the event loop until `isDone` or for `longest`. Returns how long.
template <class IsDone>
std::chrono::milliseconds waitFor(IsDone isDone, std::chrono::milliseconds longest)
{
    const auto start = std::chrono::steady_clock::now();
    const auto age = [&start] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - start);
    };
    while (!isDone() && age() < longest)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return age();
}

/// The page with the table of locks on the screen, fed by a BoardFeed.
class PageBed {
public:
    PageBed(std::size_t locks, std::size_t changes)
        : m_feed(locks, changes, [this](const std::shared_ptr<const observe::BoardUpdate>& update) {
            QMetaObject::invokeMethod(
                &m_page,
                [this, update] {
                    m_locks.apply(update);
                    m_masters.apply(*update);
                    m_page.showUpdate(update);
                },
                Qt::QueuedConnection);
        })
    {
        QObject::connect(&m_ticker, &QTimer::timeout, &m_page, [this] {
            m_locks.tick();
            m_page.tick();
        });
        m_ticker.start(std::chrono::milliseconds(250));
        m_page.resize(1280, 800);
        m_page.show();
        m_page.activateWindow(); // else the filter gets no focus
    }

    [[nodiscard]] StallWatch& stalls() { return m_stalls; }
    [[nodiscard]] BoardFeed& feed() { return m_feed; }
    [[nodiscard]] ui::LockStore& locks() { return m_locks; }
    [[nodiscard]] ui::LockTable& shown() { return m_shown; }
    [[nodiscard]] ui::LocksPage& page() { return m_page; }
    [[nodiscard]] ui::TableView& table()
    {
        return *m_page.findChild<ui::TableView*>(QStringLiteral("locksTable"));
    }
    [[nodiscard]] QLineEdit& filter()
    {
        return *m_page.findChild<QLineEdit*>(QStringLiteral("filterLineEdit"));
    }
    void runFor(std::chrono::milliseconds time)
    {
        (void)waitFor([] { return false; }, time);
    }

private:
    const Clock& m_clock = systemClock();
    ui::LockStore m_locks{m_clock};
    ui::LockTable m_shown{m_locks};
    ui::OwnLeaseModel m_leases{m_clock};
    ui::MasterTableModel m_masters{m_clock};
    ui::LocksPage m_page{{m_shown, m_leases, m_masters}, m_clock, QStringLiteral("orders:*")};
    QTimer m_ticker;
    StallWatch m_stalls;
    BoardFeed m_feed; ///< last: its thread uses the others
};

} // namespace lockkeeper::bench
