// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockkeeper-history-bench FILE|URL [OWNERSHIPS]: fills an empty history with ownerships of 30
// days, and prints how long that takes, and how long questions take.
#include "core/history/history_reader.h"
#include "core/history/history_store.h"
#include "core/history/timeline_reader.h"
#include "core/history/trends.h"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace lockkeeper;
using namespace lockkeeper::history;
using namespace std::chrono_literals;

constexpr auto kSpan = 30 * 24h;
constexpr int kLocks = 200;
constexpr int kRoundsAtOnce = 25;

/// The present is the end of the 30 days.
class EndClock final : public Clock {
public:
    explicit EndClock(WallTime now)
        : m_now(now)
    { }
    [[nodiscard]] SteadyTime now() const noexcept override { return SteadyTime(kSpan); }
    [[nodiscard]] WallTime wallNow() const noexcept override { return m_now; }

private:
    WallTime m_now;
};

template <class Work> void measure(const char* what, Work work)
{
    const SteadyTime begun = BootClock::now();
    const bool isDone = work();
    const auto took = std::chrono::duration<double>(BootClock::now() - begun).count();
    std::printf("%-28s %8.3f s%s\n", what, took, isDone ? "" : "  FAILED");
}

bool fill(const Place& place, const Clock& clock, int ownerships)
{
    auto store = HistoryStore::open({.place = place, .age = 31 * 24h, .bytes = 4ULL << 30U}, clock);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().text.c_str());
        return false;
    }
    const int rounds = ownerships / kLocks;
    const auto step = std::chrono::duration_cast<SteadyTime::duration>(kSpan) / rounds;
    const auto record = [&](SteadyTime at, std::vector<Sighting> sightings) {
        Batch batch{.at = at};
        batch.wallAt
            = clock.wallNow() - std::chrono::duration_cast<WallTime::duration>(clock.now() - at);
        batch.isWatched = true;
        batch.generation = (*store)->generation();
        batch.sightings = std::move(sightings);
        (*store)->record(std::move(batch));
    };
    for (int round = 0; round < rounds; ++round) {
        const SteadyTime at{step * round};
        std::vector<Sighting> taken;
        std::vector<Sighting> gone;
        for (int lock = 0; lock < kLocks; ++lock) {
            const Resource resource("orders:" + std::to_string(lock));
            taken.push_back({.resource = resource,
                .verdict = observe::Verdict::Held,
                .token = Fingerprint::ofString(std::to_string(round)),
                .format = "lk1",
                .holder = {.app = "api", .host = "web-3", .pid = round},
                .firstSeen = at,
                .seenAt = at});
            gone.push_back({.resource = resource, .seenAt = at + step / 2});
        }
        record(at, std::move(taken));
        record(at + step / 2, std::move(gone));
        if (round % kRoundsAtOnce == 0 && !(*store)->flush())
            return false;
    }
    if (!(*store)->flush())
        return false;
    return (*store)->status().dropped == 0;
}

bool drawAll(const Place& place, Window window)
{
    const auto reader = TimelineReader::open(place);
    const auto rows = reader ? reader->rows() : Result<std::vector<ResourceRow>>();
    if (!reader || !rows)
        return false;
    for (const ResourceRow& row : *rows) {
        if (!reader->spans(row.id, window,
                std::chrono::duration_cast<std::chrono::milliseconds>(kSpan) / 1000))
            return false;
    }
    return !rows->empty();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2)
        return 64;
    const int ownerships = argc > 2 ? std::atoi(argv[2]) : 1'000'000;
    Place place(argv[1]);
    if (config::isHistoryUrl(argv[1]))
        place = Place(config::HistoryServer::fromUrl(argv[1]).value(), "lockkeeper-bench");
    const EndClock clock(systemClock().wallNow());
    const Window window{clock.wallNow() - kSpan, clock.wallNow()};
    measure("to write", [&] { return fill(place, clock, ownerships); });
    const auto reader = HistoryReader::open(place);
    if (!reader)
        return 1;
    measure("history of a lock (200)", [&] {
        return reader->timeline(Resource("orders:7"), window, 200)->intervals.size() == 200;
    });
    measure("timeline of all locks", [&] { return drawAll(place, window); });
    measure("busiest", [&] { return reader->busiest(window, 20)->size() == 20; });
    measure("longest", [&] { return reader->longestHeld(window, 20)->size() == 20; });
    measure("usual holds", [&] { return reader->usualHolds(5)->size() == kLocks; });
    measure("trends", [&] { return readTrends(place, window)->steps.size() > 700; });
    return 0;
}
