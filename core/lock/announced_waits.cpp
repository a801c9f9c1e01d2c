// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/announced_waits.h"

#include "core/config/quorum.h"
#include "core/redis/fan_out.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kIsRecent{100};
constexpr int kPauseFactor = 20;
constexpr milliseconds kListensAgainAfter{30'000};
constexpr std::size_t kMostChannels = 10'000;

} // namespace

bool WaitsReading::contains(const WaitAnnouncement& wait) const
{
    return std::ranges::find(waits, wait) != waits.end();
}

AnnouncedWaits::AnnouncedWaits(std::vector<redis::Transport*> masters, Scheduler& scheduler,
    const Clock& clock, milliseconds timeout)
    : m_masters(std::move(masters))
    , m_scheduler(scheduler)
    , m_clock(clock)
    , m_timeout(timeout)
{ }

void AnnouncedWaits::readRecent(Handler handler)
{
    const SteadyTime now = m_clock.now();
    if (m_latest && now < m_latestSent + kIsRecent)
        return handler(m_latest);
    m_waiting.push_back(std::move(handler));
    if (m_waiting.size() > 1)
        return;
    if (now >= m_nextRead)
        return readForWaiting();
    m_scheduler.schedule(m_nextRead, m_lifetime.guard([this] { readForWaiting(); }));
}

void AnnouncedWaits::readForWaiting()
{
    readAnew([this](const ReadingPtr& reading) {
        for (const Handler& waiting : std::exchange(m_waiting, {}))
            waiting(reading);
    });
}

void AnnouncedWaits::readAnew(Handler handler)
{
    const SteadyTime sent = m_clock.now();
    redis::fanOut<Answer>(
        m_masters,
        [this, sent](std::size_t, redis::Transport& master, auto done) {
            master.send({"PUBSUB", "CHANNELS", std::string(kWaitChannelPrefix) + "*"}, m_timeout,
                m_lifetime.guard(
                    [this, sent, done = std::move(done)](Result<redis::Reply>&& reply) {
                        if (!reply)
                            return done(tl::make_unexpected(std::move(reply.error())));
                        Answer answer{.channels = {}, .took = m_clock.now() - sent};
                        for (redis::Reply& channel : reply->elements)
                            answer.channels.push_back(std::move(channel.text));
                        done(std::move(answer));
                    }));
        },
        [this, sent, handler = std::move(handler)](const std::vector<Result<Answer>>& answers) {
            onAnswers(sent, answers);
            handler(m_latest);
        });
}

void AnnouncedWaits::onAnswers(SteadyTime sent, const std::vector<Result<Answer>>& answers)
{
    SteadyTime::duration pause{};
    std::size_t refused = 0;
    for (const Result<Answer>& answer : answers) {
        if (answer)
            pause = std::max(pause, kPauseFactor * answer->took);
        else if (isForbidden(answer.error().kind))
            ++refused;
    }
    if (refused + quorumOf(answers.size()) > answers.size())
        pause = kListensAgainAfter;
    m_latest = join(answers);
    m_latestSent = sent;
    m_nextRead = m_clock.now() + pause;
}

AnnouncedWaits::ReadingPtr AnnouncedWaits::join(const std::vector<Result<Answer>>& answers) const
{
    struct Named {
        std::size_t masters = 0;
        std::size_t last = 0;
    };
    std::unordered_map<std::string_view, Named> channels;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!answers[i])
            continue;
        for (const std::string& channel : answers[i]->channels) {
            if (channels.size() >= kMostChannels && !channels.contains(channel))
                continue;
            Named& named = channels[channel];
            if (std::exchange(named.last, i + 1) != i + 1)
                ++named.masters;
        }
    }
    auto reading = std::make_shared<WaitsReading>();
    for (const auto& [channel, named] : channels) {
        auto wait = named.masters >= quorumOf(m_masters.size()) ? parseWaitChannel(channel)
                                                                : std::nullopt;
        if (!wait)
            continue;
        if (wait->isHoldingCertain) {
            for (const Fingerprint& token : wait->holding.value_or(std::vector<Fingerprint>()))
                reading->holders.emplace(token, reading->waits.size());
        }
        reading->waits.push_back(std::move(*wait));
    }
    return reading;
}

} // namespace lockkeeper::lock
