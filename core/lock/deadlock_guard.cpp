// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/deadlock_guard.h"

#include "core/lock/announced_waits.h"
#include "core/lock/occupancy.h"

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace lockkeeper::lock {

namespace {

constexpr std::size_t kMostSteps = 64;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Breadth-first; reads one distance at once.
class DeadlockSearch : public std::enable_shared_from_this<DeadlockSearch> {
public:
    DeadlockSearch(
        const LockContext& context, WaitAnnouncement self, std::function<void(Circle)> handler)
        : m_context(context)
        , m_self(std::move(self))
        , m_handler(std::move(handler))
    { }

    void start()
    {
        m_context.waits->readRecent(
            [self = shared_from_this()](const AnnouncedWaits::ReadingPtr& reading) {
                self->m_waits = reading;
                self->add(self->m_self, {.waiter = kNone, .before = kNone});
                self->readHolders();
            });
    }

private:
    struct Origin {
        std::size_t waiter;
        std::size_t before;
    };
    struct Step {
        Resource resource;
        Origin origin;
        std::optional<Fingerprint> token{};
    };

    void add(const WaitAnnouncement& waiter, Origin origin)
    {
        for (const Resource& resource : waiter.resources) {
            if (m_steps.size() < kMostSteps && m_resources.insert(resource).second)
                m_steps.push_back({resource, origin});
        }
    }

    void readHolders()
    {
        const std::size_t begin = std::exchange(m_read, m_steps.size());
        m_missing = m_steps.size() - begin;
        if (m_missing == 0)
            return finish({});
        for (std::size_t i = begin; i < m_read; ++i)
            readOccupancy(m_context,
                {.resources = {m_steps[i].resource},
                    .timeout = m_context.timeout,
                    .isHasty = false},
                [self = shared_from_this(), begin, i](const Occupancy& occupancy) {
                    const auto& holder = occupancy.holder;
                    if (holder && holder->masters >= self->m_context.quorum())
                        self->m_steps[i].token = holder->fingerprint;
                    if (--self->m_missing == 0)
                        self->followFrom(begin);
                });
    }

    void followFrom(std::size_t begin)
    {
        for (std::size_t i = begin; i < m_read; ++i) {
            const auto& token = m_steps[i].token;
            if (token && std::ranges::find(*m_self.holding, *token) != m_self.holding->end())
                return confirm(circleTo(i));
        }
        for (std::size_t i = begin; i < m_read; ++i) {
            if (!m_steps[i].token)
                continue;
            const auto [from, to] = m_waits->holders.equal_range(*m_steps[i].token);
            for (auto holder = from; holder != to; ++holder)
                add(m_waits->waits[holder->second], {holder->second, i});
        }
        readHolders();
    }

    [[nodiscard]] Circle circleTo(std::size_t last) const
    {
        Circle circle;
        const WaitAnnouncement* holder = &m_self;
        for (std::size_t at = last; at != kNone; at = m_steps[at].origin.before) {
            const Step& step = m_steps[at];
            circle.push_back({step.resource, step.token.value(), *holder});
            if (step.origin.waiter != kNone)
                holder = &m_waits->waits[step.origin.waiter];
        }
        std::ranges::reverse(circle);
        return circle;
    }

    void confirm(Circle circle)
    {
        m_context.waits->readAnew([self = shared_from_this(), circle = std::move(circle)](
                                      const AnnouncedWaits::ReadingPtr& reading) mutable {
            const bool isSame = std::ranges::all_of(circle, [&](const CircleLink& link) {
                return link.holder.id == self->m_self.id || reading->contains(link.holder);
            });
            self->finish(isSame ? std::move(circle) : Circle());
        });
    }

    void finish(Circle circle) { std::exchange(m_handler, nullptr)(std::move(circle)); }

    const LockContext& m_context;
    const WaitAnnouncement m_self;
    std::function<void(Circle)> m_handler;
    AnnouncedWaits::ReadingPtr m_waits;
    std::vector<Step> m_steps;
    std::set<Resource> m_resources;
    std::size_t m_read = 0;
    std::size_t m_missing = 0;
};

} // namespace

void searchDeadlock(
    const LockContext& context, const WaitAnnouncement& self, std::function<void(Circle)> handler)
{
    std::make_shared<DeadlockSearch>(context, self, std::move(handler))->start();
}

namespace {

constexpr std::chrono::milliseconds kInterval{1000};
/// All in a circle find it within one interval; one more lets the younger waiter give up first.
constexpr std::size_t kSearchesATurn = 2;

std::vector<std::string> idsOf(const Circle& circle)
{
    std::vector<std::string> ids;
    for (const CircleLink& link : circle)
        ids.push_back(link.holder.id);
    std::ranges::sort(ids);
    return ids;
}

bool isYounger(const WaitAnnouncement& a, const WaitAnnouncement& b)
{
    return std::tie(a.since, a.id) > std::tie(b.since, b.id);
}

} // namespace

DeadlockGuard::DeadlockGuard(
    const LockContext& context, WaitAnnouncement self, std::function<void()> onFound)
    : m_context(context)
    , m_self(std::move(self))
    , m_onFound(std::move(onFound))
{
    const bool isInDanger = m_self.holding && !m_self.holding->empty() && m_self.isHoldingCertain;
    if (isInDanger && m_context.waits != nullptr)
        searchAt(m_context.clock->now());
}

void DeadlockGuard::end() noexcept
{
    m_lifetime.end();
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
}

void DeadlockGuard::searchAt(SteadyTime when)
{
    m_timer = m_context.scheduler->schedule(when, m_lifetime.guard([this] {
        searchDeadlock(m_context, m_self,
            m_lifetime.guard([this](Circle circle) { onSearched(std::move(circle)); }));
    }));
}

void DeadlockGuard::onSearched(Circle circle)
{
    auto waiters = idsOf(circle);
    if (waiters != std::exchange(m_waiters, waiters))
        m_searches = 0;
    ++m_searches;
    if (circle.empty() || m_searches <= kSearchesATurn * turnIn(circle))
        return searchAt(m_context.clock->now() + kInterval);
    for (CircleLink& link : circle)
        m_found.push_back({std::move(link.resource), link.token, std::move(link.holder.owner),
            link.holder.since});
    std::exchange(m_onFound, nullptr)();
}

std::size_t DeadlockGuard::turnIn(const Circle& circle) const
{
    return static_cast<std::size_t>(std::ranges::count_if(circle, [this](const CircleLink& link) {
        return link.holder.failsOnDeadlock && isYounger(link.holder, m_self);
    }));
}

} // namespace lockkeeper::lock
