// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/push_probe.h"

#include "core/observe/watcher.h"
#include "tests/bench/bare_redis.h"
#include "tests/bench/lock/bare_client.h"
#include "tests/bench/observe/bare_sweep.h"

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_map>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

/// The changes that were written and those that were published, to match them. Each resource is
/// changed on one master only. Thread-safe.
class Ledger {
public:
    void onUpdate(const observe::BoardUpdate& update)
    {
        const auto now = Steady::now();
        const std::lock_guard guard(m_mutex);
        m_isWhole = update.isComplete;
        for (const observe::LockEntryPtr& entry : update.changed) {
            for (const observe::Vote& vote : entry->votes) {
                if (vote.token)
                    markSeen(*vote.token, now);
            }
        }
        m_changed.notify_all();
    }

    void noteWritten(const Fingerprint& token, Steady::time_point at)
    {
        const std::lock_guard guard(m_mutex);
        Change& change = m_changes[token.hex()];
        change.written = at;
        ++m_writtenCount;
        settle(change);
    }

    void waitUntilWhole()
    {
        std::unique_lock guard(m_mutex);
        if (!m_changed.wait_for(guard, 30s, [this] { return m_isWhole; }))
            throw std::runtime_error("the first sweep does not end");
    }

    /// Returns the latencies. Blocks until all changes were published, for five seconds at most.
    Run take()
    {
        std::unique_lock guard(m_mutex);
        m_changed.wait_for(guard, 5s, [this] { return m_run.latencies.size() == m_writtenCount; });
        m_run.failures.count = m_writtenCount - m_run.latencies.size();
        return std::move(m_run);
    }

private:
    struct Change {
        std::optional<Steady::time_point> written;
        std::optional<Steady::time_point> seen;
    };

    void markSeen(const Fingerprint& token, Steady::time_point now)
    {
        // Updates also contain the tokens of masters that were not changed. They stay unmatched.
        Change& change = m_changes[token.hex()];
        if (change.seen)
            return;
        change.seen = now;
        settle(change);
    }

    void settle(const Change& change)
    {
        if (change.written && change.seen)
            m_run.latencies.push_back(
                std::max<Nanoseconds>(*change.seen - *change.written, Nanoseconds::zero()));
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::unordered_map<std::string, Change> m_changes;
    std::size_t m_writtenCount = 0;
    bool m_isWhole = false;
    Run m_run;
};

/// The number of extra locks that are changed again and again.
constexpr std::size_t kChanged = 1000;

std::string nameOf(std::size_t change)
{
    return lockName(1'000'000 + change % kChanged);
}

/// Removes the extra locks: other measurements of these masters count the locks.
void removeChanged(const std::vector<RedisContext>& masters)
{
    for (const RedisContext& master : masters) {
        for (std::size_t i = 0; i < kChanged; ++i)
            freeReplyObject(redisCommand(master.get(), "DEL %s", nameOf(i).c_str()));
    }
}

/// Writes `count` changes to the masters in turn, and notes the time of each reply.
void writeSome(
    const std::vector<RedisContext>& masters, std::size_t from, std::size_t count, Ledger& ledger)
{
    std::vector<std::string> tokens;
    for (std::size_t i = from; i < from + count; ++i) {
        tokens.push_back("lk1:web-3:812:orders:1750000000000:" + randomToken());
        const std::string name = nameOf(i);
        redisContext* const master = masters[i % masters.size()].get();
        redisAppendCommand(master, "SET %s %s PX 600000", name.c_str(), tokens.back().c_str());
        int isDone = 0;
        while (isDone == 0 && redisBufferWrite(master, &isDone) == REDIS_OK) { }
    }
    for (std::size_t i = 0; i < count; ++i) {
        void* reply = nullptr;
        if (redisGetReply(masters[(from + i) % masters.size()].get(), &reply) != REDIS_OK)
            throw std::runtime_error("a change can't be written");
        freeReplyObject(reply);
        ledger.noteWritten(Fingerprint::ofString(tokens[i]), Steady::now());
    }
}

} // namespace

Run pushedChanges(const config::Deployment& deployment, const std::vector<std::uint16_t>& ports,
    std::size_t perSecond, std::chrono::seconds time)
{
    // Changes are written in bursts of one millisecond's worth. Larger and rarer bursts would make
    // their changes wait for each other.
    const std::size_t atOnce = std::max<std::size_t>(perSecond / 1000, 1);
    const auto step = Nanoseconds(1s) * atOnce / perSecond;
    std::vector<RedisContext> masters;
    for (const std::uint16_t port : ports)
        masters.emplace_back(redisConnect("127.0.0.1", port));

    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    Ledger ledger;
    const observe::Watcher watcher(deployment, clock, processes,
        [&ledger](const observe::BoardUpdate& update) { ledger.onUpdate(update); },
        {.publishEvery = 0ms});
    ledger.waitUntilWhole();

    const auto start = Steady::now();
    auto next = start;
    for (std::size_t i = 0; next < start + time; i += atOnce, next += step) {
        std::this_thread::sleep_until(next);
        writeSome(masters, i, atOnce, ledger);
    }
    const auto duration = Steady::now() - start;
    Run run = ledger.take();
    run.duration = duration;
    removeChanged(masters);
    return run;
}

} // namespace lockkeeper::bench
