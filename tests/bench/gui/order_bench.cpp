// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/order_bench.h"

#include "tests/bench/bare_redis.h"
#include "tests/bench/gui/page_bed.h"
#include "tests/bench/gui/window_bed.h"

#include <absl/strings/str_cat.h>
#include <atomic>
#include <map>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBusyLocks = 500;
constexpr int kStaleLocks = 5;
constexpr int kTop = 10;
constexpr auto kBetweenLooks = 50ms;

/// Takes and releases locks, a thousand times a second, until it is destroyed.
class Writer {
public:
    explicit Writer(const std::vector<std::uint16_t>& ports)
    {
        for (const std::uint16_t port : ports) {
            m_masters.emplace_back(redisConnect("127.0.0.1", port));
            demand(m_masters.back() && m_masters.back()->err == 0, "no connection");
        }
        for (int i = 0; i < kStaleLocks; ++i)
            send({"SET", absl::StrCat("lock:stale:", i), "web-3:17"});
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    [[nodiscard]] std::size_t changes() const noexcept { return m_changes; }

private:
    void run(const std::stop_token& stop)
    {
        giveWay(::gettid());
        enum class State { Free, Begun, Taken };
        std::vector<State> states(kBusyLocks);
        std::vector<std::string> values(kBusyLocks);
        std::mt19937 random(1);
        auto due = std::chrono::steady_clock::now();
        for (std::size_t change = 0; !stop.stop_requested(); ++change) {
            const std::size_t lock = random() % kBusyLocks;
            const std::string name = absl::StrCat("lock:busy:", lock);
            if (states[lock] == State::Free)
                values[lock] = absl::StrCat("web-1:", change);
            if (states[lock] == State::Taken)
                send({"DEL", name});
            else // at first on too few masters, as of somebody who does not get it at once
                send({"SET", name, values[lock], "PX", "5000"},
                    states[lock] == State::Free ? kMasters / 2 : kMasters);
            states[lock] = static_cast<State>((static_cast<int>(states[lock]) + 1) % 3);
            ++m_changes;
            due += 1ms;
            std::this_thread::sleep_until(due);
        }
    }

    /// On one master after the other, as clients do.
    void send(std::initializer_list<std::string_view> words, std::size_t masters = kMasters)
    {
        for (const RedisContext& master : std::span(m_masters).first(masters)) {
            append(master.get(), words);
            void* reply = nullptr;
            demand(redisGetReply(master.get(), &reply) == REDIS_OK, "no reply");
            freeReplyObject(reply);
        }
    }

    std::vector<RedisContext> m_masters;
    std::atomic<std::size_t> m_changes = 0;
    std::jthread m_thread; ///< last: uses the others
};

/// Looks at the first rows of the table.
class TopWatch {
public:
    explicit TopWatch(ui::Session& session)
        : m_session(session)
    { }

    void look()
    {
        const ui::LockTable& table = m_session.filteredLocks();
        std::vector<Resource> top;
        for (int row = 0; row < std::min(kTop, table.rowCount()); ++row)
            top.push_back(table.entryAt(table.index(row, 0))->resource);
        ++m_counts.looks;
        for (int i = 0; i < kStaleLocks; ++i) {
            const Resource stale(absl::StrCat("lock:stale:", i));
            const auto end = top.begin() + std::min<std::ptrdiff_t>(kStaleLocks, std::ssize(top));
            // What became more urgent may stand before it.
            m_counts.pushedDown += std::find(top.begin(), end, stale) == end ? 1 : 0;
        }
        if (top != m_top && !m_top.empty())
            isExplained(top) ? ++m_counts.moves : ++m_counts.needless;
        m_top = std::move(top);
        m_all.clear();
        const ui::LockRows& rows = m_session.locks().rows();
        for (int slot = 0; slot < rows.slotEnd(); ++slot) {
            if (!rows.isThere(slot))
                continue;
            m_all[rows[slot].entry->resource] = rows[slot].urgency;
            m_counts.passing += rows[slot].latestUrgency != rows[slot].urgency ? 1 : 0;
        }
    }

    [[nodiscard]] const OrderCounts& counts() const noexcept { return m_counts; }

private:
    [[nodiscard]] int urgencyOf(const Resource& resource) const
    {
        const ui::LockRow* const row = m_session.locks().find(resource);
        return row == nullptr ? -1 : row->urgency;
    }
    /// True if one of those that are or were on top came, went, or is more or less urgent now.
    [[nodiscard]] bool isExplained(const std::vector<Resource>& top) const
    {
        const auto isChanged = [&](const Resource& one) {
            const auto before = m_all.find(one);
            return before == m_all.end() || before->second != urgencyOf(one);
        };
        return std::ranges::any_of(top, isChanged) || std::ranges::any_of(m_top, isChanged);
    }

    ui::Session& m_session;
    std::vector<Resource> m_top;
    std::map<Resource, int> m_all; ///< the urgency of each lock at the latest look
    OrderCounts m_counts;
};

} // namespace

OrderCounts measureOrder(std::chrono::seconds time)
{
    const Servers servers(kMasters, Servers::Priority::GivesWay);
    const Writer writer(servers.ports(kMasters));
    WindowBed bed(servers, kMasters);
    (void)waitFor([&] { return bed.session().filteredLocks().rowCount() > kStaleLocks; }, 60s);
    (void)waitFor([] { return false; }, 5s); // until the first problems have lasted
    const std::size_t before = writer.changes();
    TopWatch watch(bed.session());
    QTimer looking;
    QObject::connect(&looking, &QTimer::timeout, &bed.window(), [&] { watch.look(); });
    looking.start(kBetweenLooks);
    (void)waitFor([] { return false; }, time);
    looking.stop();
    OrderCounts counts = watch.counts();
    counts.changes = writer.changes() - before;
    if (counts.looks == 0)
        throw std::runtime_error("the table never changed");
    return counts;
}

} // namespace lockkeeper::bench
