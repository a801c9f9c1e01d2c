// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/client.h"

#include "core/lock/schemes/redlock.h"

namespace lockkeeper::simulation {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// The largest deviation of a clock's rate. Two clocks may differ by twice as much, which is within
/// the drift allowance of 1 %.
constexpr std::int64_t kMostPartsPerMillion = 4500;

milliseconds wholeMilliseconds(Random& random, milliseconds least, milliseconds most)
{
    return milliseconds(random.between(least.count(), most.count()));
}

} // namespace

class Client::SeededRedlock final : public lock::Scheme {
public:
    SeededRedlock(World& world, std::string client)
        : m_world(world)
        , m_client(std::move(client))
    { }
    [[nodiscard]] std::string_view name() const noexcept override { return "redlock"; }
    [[nodiscard]] Abilities abilities() const noexcept override
    {
        return lock::redlock().abilities();
    }
    [[nodiscard]] Result<Token> makeToken(
        const lock::Owner& /*owner*/, WallTime /*now*/, lock::Ttl /*ttl*/) const override
    {
        return Token(m_client + "-" + std::to_string(m_world.random().number()));
    }
    void tryAcquire(const lock::LockContext& context, lock::Attempt attempt,
        lock::RoundHandler handler) const override
    {
        lock::redlock().tryAcquire(context, std::move(attempt), std::move(handler));
    }
    void extend(const lock::LockContext& context, lock::Extension extension,
        lock::RoundHandler handler) const override
    {
        lock::redlock().extend(context, std::move(extension), std::move(handler));
    }
    void release(const lock::LockContext& context, lock::Claim claim, SteadyTime until,
        lock::RoundHandler handler) const override
    {
        lock::redlock().release(context, std::move(claim), until, std::move(handler));
    }

private:
    World& m_world;
    std::string m_client;
};

Client::Client(World& world, std::string name, const Habits& habits,
    const Referee::Masters& masters, Referee& referee)
    : m_world(world)
    , m_name(std::move(name))
    , m_habits(habits)
    , m_referee(referee)
    , m_process(world, LocalClock::ofMachine(world.random(), kMostPartsPerMillion))
    , m_owner{"host", 1, "simulation"}
    , m_scheme(std::make_unique<SeededRedlock>(world, m_name))
{
    for (const auto& master : masters) {
        m_links.push_back(std::make_unique<Link>(
            world, m_process, *master, Link::Patience{habits.timeout, habits.givenUpAfter}));
        m_context.masters.push_back(m_links.back().get());
    }
    m_context.scheduler = &m_process;
    m_context.clock = &m_process;
    m_context.timeout = habits.timeout;
    m_context.watch = &m_watch;
    m_context.lines = &m_lines;
    m_context.randomSeed = [&world] { return static_cast<std::uint32_t>(world.random().number()); };
}

void Client::start(int places)
{
    m_busyPlaces = places;
    for (int i = 0; i < places; ++i)
        takeLater();
}

void Client::onChange(std::size_t master, const std::vector<std::string>& keys)
{
    if (m_watch.listeners() == 0 || m_world.random().isOneIn(20))
        return;
    m_world.after(m_world.random().between(50us, 1ms), [this, master, keys] {
        m_process.deliver([this, master, keys] {
            for (const std::string& key : keys)
                m_watch.touch(Resource(key), master);
        });
    });
}

void Client::takeLater()
{
    if (m_isFinishing) {
        --m_busyPlaces;
        return;
    }
    m_process.schedule(m_process.now() + m_world.random().between(0ms, 20ms), [this] { take(); });
}

lock::Ttl Client::ttl()
{
    const milliseconds longest
        = m_world.random().isOneIn(2) ? m_habits.longestTtl : m_habits.longestTtl / 5;
    return *lock::Ttl::from(wholeMilliseconds(m_world.random(), 20ms, longest));
}

std::vector<Resource> Client::resources()
{
    const auto last = static_cast<std::int64_t>(m_habits.resources) - 1;
    std::vector<Resource> chosen;
    const std::int64_t count = m_world.random().isOneIn(4) ? 2 : 1;
    for (std::int64_t i = 0; i < count; ++i)
        chosen.emplace_back("r" + std::to_string(m_world.random().between(0, last)));
    return chosen;
}

lock::AcquireOptions Client::options()
{
    Random& random = m_world.random();
    lock::AcquireOptions options{.ttl = ttl()};
    if (!random.isOneIn(3))
        options.wait = wholeMilliseconds(random, 1ms, 400ms);
    options.retryDelay = wholeMilliseconds(random, 3ms, 80ms);
    options.retryJitter = options.retryDelay / 2;
    if (random.isOneIn(5))
        options.timeout = wholeMilliseconds(random, 1ms, m_habits.timeout);
    options.isRenewed = random.isOneIn(2);
    options.isFenced = m_habits.isFenced;
    options.scheme = *m_scheme;
    return options;
}

void Client::take()
{
    std::string name = m_name + "/" + std::to_string(++m_leases);
    lock::AcquireOptions how = options();
    m_world.tell([&] {
        return name + " acquires, TTL " + std::to_string(how.ttl.value().count())
            + (how.isRenewed ? " ms, renewed" : " ms");
    });
    lock::acquire(m_context, m_owner, resources(), std::move(how),
        [this, name](lock::AcquisitionResult result) { onTaken(name, std::move(result)); });
}

void Client::onTaken(const std::string& name, lock::AcquisitionResult result)
{
    if (!result)
        return m_referee.report(name + ": " + result.error().text);
    auto* const held = std::get_if<lock::HeldClaim>(&*result);
    if (held == nullptr)
        return takeLater();
    m_world.tell([&] { return name + " holds, token " + held->claim.token().value(); });
    const auto lease = std::make_shared<lock::LeaseState>(m_context, *m_scheme, std::move(*held));
    lease->start();
    m_referee.onHeld(name, lease, m_process);
    use(name, lease, static_cast<int>(m_world.random().between(0, 12)));
}

void Client::use(const std::string& name, const LeasePtr& lease, int steps)
{
    if (steps == 0 || m_isFinishing || (!lease->isHeld() && m_world.random().isOneIn(2)))
        return end(name, lease);
    m_process.schedule(m_process.now() + m_world.random().between(1ms, 60ms), [=, this] {
        if (!m_world.random().isOneIn(4))
            extend(name, lease);
        use(name, lease, steps - 1);
    });
}

void Client::extend(const std::string& name, const LeasePtr& lease)
{
    Random& random = m_world.random();
    if (random.isOneIn(4))
        breakSoon();
    const auto onExtended = [this, name](const Result<void>& extended) {
        m_world.tell([&] {
            return name
                + (extended ? " is extended" : " is not extended: " + extended.error().text);
        });
    };
    if (random.isOneIn(3)) {
        const milliseconds additional = wholeMilliseconds(random, -200ms, 200ms);
        m_world.tell(
            [&] { return name + " extends by " + std::to_string(additional.count()) + " ms"; });
        return lease->extendBy(additional, onExtended);
    }
    const lock::Ttl wanted = ttl();
    m_world.tell(
        [&] { return name + " extends to " + std::to_string(wanted.value().count()) + " ms"; });
    lease->extend(wanted, onExtended);
}

/// Breaks a connection soon, so that it may break while the next command is on its way.
void Client::breakSoon()
{
    Random& random = m_world.random();
    Link& link = *m_links[static_cast<std::size_t>(
        random.between(0, static_cast<std::int64_t>(m_links.size()) - 1))];
    const bool isNoticed = !random.isOneIn(3);
    m_world.after(random.between(0us, 800us),
        [&link, isNoticed] { isNoticed ? link.breakUp() : link.cut(); });
}

void Client::end(const std::string& name, const LeasePtr& lease)
{
    m_referee.onEnded(*lease);
    if (m_world.random().isOneIn(15)) {
        m_world.tell([&] { return name + " is left to its TTL"; });
        lease->abandon();
        return takeLater();
    }
    m_world.tell([&] { return name + " is released"; });
    // Like a caller that does not wait for the masters.
    lease->release([](const lock::RoundResult&) {});
    takeLater();
}

} // namespace lockkeeper::simulation
