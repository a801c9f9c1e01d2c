// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/occupancy.h"

#include "core/lock/key_watch.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestOccupied = std::chrono::hours(24 * 365 * 100);
constexpr milliseconds kOthersMayTell{40};

struct Reading {
    bool hasValue = false;
    bool hasTtl = false;
    /// Cut one byte beyond kLongestToken. Unset: free, or no lock.
    std::optional<std::string> value;
    std::optional<SteadyTime> expires; ///< SteadyTime::max() without a TTL

    [[nodiscard]] bool isKnown() const noexcept { return hasValue && hasTtl; }
    void takeValue(const Result<redis::Reply>& reply)
    {
        hasValue = reply || reply.error().kind == ErrorClass::WrongType;
        // GETRANGE returns "" for a missing key too.
        if (reply && reply->isString() && !reply->text.empty())
            value = reply->text;
    }
};

CurrentHolder holderBy(const Resource& resource, const std::optional<std::string>& value)
{
    CurrentHolder holder{.resource = resource};
    if (value && value->size() <= kLongestToken) {
        holder.fingerprint = Fingerprint::ofString(*value);
        holder.parts = parseToken(*value);
    }
    return holder;
}

class OccupancyRead : public std::enable_shared_from_this<OccupancyRead> {
public:
    OccupancyRead(const LockContext& context, OccupancyRequest request,
        std::function<void(Occupancy)> handler)
        : m_context(context)
        , m_request(std::move(request))
        , m_handler(std::move(handler))
        , m_readings(context.masters.size(), std::vector<Reading>(m_request.resources.size()))
        , m_missing(2 * context.masters.size() * m_request.resources.size())
    { }

    void start()
    {
        if (m_request.patience)
            m_end = m_context.scheduler->schedule(
                deadlineAfter(m_context.clock->now(), *m_request.patience),
                [self = shared_from_this()] {
                    if (self->m_handler)
                        self->finish();
                });
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            for (std::size_t r = 0; r < m_request.resources.size(); ++r)
                read(i, r);
        }
    }

private:
    void read(std::size_t i, std::size_t r)
    {
        redis::Transport& master = *m_context.masters[i];
        const std::string& key = m_request.resources[r].value();
        if (m_request.isWatched && m_context.watch != nullptr)
            m_context.watch->prepareRead(i);
        // One more byte reveals a longer value.
        master.send({"GETRANGE", key, "0", std::to_string(kLongestToken)}, m_request.timeout,
            [self = shared_from_this(), i, r](const Result<redis::Reply>& reply) {
                self->m_readings[i][r].takeValue(reply);
                self->oneLess();
            });
        master.send({"PTTL", key}, m_request.timeout,
            [self = shared_from_this(), i, r](const Result<redis::Reply>& reply) {
                if (reply && reply->isInteger())
                    self->onTtl(self->m_readings[i][r], reply->integer);
                self->oneLess();
            });
    }

    void onTtl(Reading& reading, std::int64_t ttl)
    {
        reading.hasTtl = true;
        if (ttl >= 0)
            reading.expires
                = m_context.clock->now() + std::min(milliseconds(ttl), kLongestOccupied);
        else if (ttl == -1)
            reading.expires = SteadyTime::max();
    }

    void oneLess()
    {
        --m_missing;
        if (!m_handler)
            return;
        if (m_missing == 0 || (m_isEnough && isDecided()))
            return finish();
        const std::size_t answered = m_readings.size() - unread();
        if (m_timer == Scheduler::kNoTimer && answered >= m_context.quorum())
            m_timer = m_context.scheduler->schedule(
                m_context.clock->now() + kOthersMayTell, [self = shared_from_this()] {
                    self->m_isEnough = true;
                    if (self->m_handler && self->isDecided())
                        self->finish();
                });
    }

    [[nodiscard]] bool isDecided() const
    {
        const auto known = holder();
        return m_request.isHasty || (known && known->masters >= m_context.quorum());
    }

    void finish()
    {
        m_context.scheduler->cancel(m_timer);
        m_context.scheduler->cancel(m_end);
        std::exchange(m_handler, nullptr)({holder(), unread(), freeAt()});
    }

    [[nodiscard]] std::size_t unread() const
    {
        const auto isUnread
            = [](const auto& master) { return !std::ranges::all_of(master, &Reading::isKnown); };
        return static_cast<std::size_t>(std::ranges::count_if(m_readings, isUnread));
    }

    [[nodiscard]] SteadyTime freeAt() const
    {
        std::vector<SteadyTime> times;
        for (const auto& master : m_readings) {
            SteadyTime free = m_context.clock->now();
            for (const Reading& reading : master)
                free = std::max(
                    free, reading.isKnown() ? reading.expires.value_or(free) : SteadyTime::max());
            times.push_back(free);
        }
        std::ranges::sort(times);
        return times[m_context.quorum() - 1];
    }

    [[nodiscard]] std::optional<CurrentHolder> holder() const
    {
        for (std::size_t r = 0; r < m_request.resources.size(); ++r) {
            if (auto found = holderOf(r))
                return found;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<CurrentHolder> holderOf(std::size_t resource) const
    {
        std::map<std::optional<std::string>, std::vector<SteadyTime>> expiries;
        for (const auto& master : m_readings) {
            const Reading& reading = master[resource];
            if (reading.isKnown() && reading.expires)
                expiries[reading.value].push_back(*reading.expires);
        }
        const auto most = std::ranges::max_element(
            expiries, {}, [](const auto& entry) { return entry.second.size(); });
        if (most == expiries.end())
            return std::nullopt;
        auto& [value, times] = *most;
        std::ranges::sort(times, std::ranges::greater());
        const SteadyTime end = times[std::min(m_context.quorum(), times.size()) - 1];
        CurrentHolder holder = holderBy(m_request.resources[resource], value);
        holder.masters = times.size();
        if (end != SteadyTime::max())
            holder.remaining = std::chrono::ceil<milliseconds>(end - m_context.clock->now());
        return holder;
    }

    const LockContext& m_context;
    OccupancyRequest m_request;
    std::function<void(Occupancy)> m_handler;
    std::vector<std::vector<Reading>> m_readings;
    std::size_t m_missing;
    bool m_isEnough = false;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    Scheduler::TimerId m_end = Scheduler::kNoTimer;
};

} // namespace

void readOccupancy(
    const LockContext& context, OccupancyRequest request, std::function<void(Occupancy)> handler)
{
    std::make_shared<OccupancyRead>(context, std::move(request), std::move(handler))->start();
}

} // namespace lockkeeper::lock
