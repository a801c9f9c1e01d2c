// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/contender.h"

#include "app/lab/control.h"
#include "core/config/deployment.h"
#include "core/lab/experiment.h"
#include "core/lock/lock_client.h"
#include "core/lock/scheme.h"
#include "core/lock/zookeeper_client.h"
#include "core/text/translate.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <future>
#include <list>
#include <random>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace lockkeeper::lab {
namespace {

using std::chrono::milliseconds;

constexpr const char* kArgument = "--lockkeeper-lab-contender";
constexpr int kUsageError = 64;
constexpr milliseconds kPause{5};
constexpr int kTriesPerTtl = 10;
constexpr int kMostTtls = 50;
/// From reading the till to selling, in TTLs.
constexpr double kThinking = 0.1;
constexpr double kStepAside = 0.2;

/// The clock of a machine of its own.
class OwnClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const noexcept override { return BootClock::now(); }
    [[nodiscard]] WallTime wallNow() const noexcept override
    {
        return systemClock().wallNow() + milliseconds(m_ahead);
    }
    void setAhead(milliseconds ahead) noexcept { m_ahead = ahead.count(); }

private:
    std::atomic<std::int64_t> m_ahead = 0;
};

/// A constant token, as in programs that only check if the key exists.
class OneValue final : public lock::Scheme {
public:
    OneValue(const lock::Scheme& of, std::string value)
        : m_of(of)
        , m_value(std::move(value))
    { }
    [[nodiscard]] std::string_view name() const noexcept override { return m_of.name(); }
    [[nodiscard]] Abilities abilities() const noexcept override { return m_of.abilities(); }
    [[nodiscard]] Result<Token> makeToken(
        const lock::Owner& /*owner*/, WallTime /*now*/, lock::Ttl /*ttl*/) const override
    {
        return Token(m_value);
    }
    [[nodiscard]] Fingerprint fingerprintOf(const lock::Claim& claim) const override
    {
        return m_of.fingerprintOf(claim);
    }
    void tryAcquire(const lock::LockContext& context, lock::Attempt attempt,
        lock::RoundHandler handler) const override
    {
        m_of.tryAcquire(context, std::move(attempt), std::move(handler));
    }
    void extend(const lock::LockContext& context, lock::Extension extension,
        lock::RoundHandler handler) const override
    {
        m_of.extend(context, std::move(extension), std::move(handler));
    }
    void release(const lock::LockContext& context, lock::Claim claim, SteadyTime until,
        lock::RoundHandler handler) const override
    {
        m_of.release(context, std::move(claim), until, std::move(handler));
    }

private:
    const lock::Scheme& m_of;
    const std::string m_value;
};

/// Takes locks, sells from the till and frees, as told. Does not check the lease before it writes.
class Worker {
public:
    Worker(Control control, ContenderOptions options, const lock::Scheme& scheme,
        const config::Deployment& deployment)
        : m_control(std::move(control))
        , m_options(std::move(options))
        , m_scheme(scheme)
    {
        const lock::Owner owner = lock::Owner::thisProcess("lab");
        if (deployment.otherStore() != nullptr)
            m_queuer.emplace(
                deployment, owner, lock::SessionOptions{.timeout = m_options.ttl}, m_clock);
        else
            m_client.emplace(deployment, owner, m_clock);
    }

    void run();

private:
    struct Held {
        int lock = 1;
        std::vector<lock::Lease> leases{}; ///< on one claim if re-entrant
        SteadyTime deadline{}; ///< 0: not held
    };

    void take(int lock);
    [[nodiscard]] Result<lock::AcquireOutcome> acquire(int lock);
    [[nodiscard]] Result<lock::AcquireOutcome> tryFor(int lock, milliseconds wait);
    [[nodiscard]] std::vector<Fingerprint> holding() const;
    void keep(int lock, lock::Lease lease);
    [[nodiscard]] std::vector<int> giveUp();
    [[nodiscard]] milliseconds part(double ofTtl) const
    {
        return std::chrono::duration_cast<milliseconds>(m_options.ttl * ofTtl);
    }
    void read();
    void sell(int amount);
    void release(std::list<Held>::iterator held);
    void free();
    void leave();
    void tellOfLeases();
    void tellOf(Held& held);
    void tell(const char* what, Message message = Message::object());
    void tellOfLock(const char* what, int lock, Message message = Message::object());
    [[nodiscard]] Message ask(const char* what, Message message = Message::object());

    Control m_control;
    ContenderOptions m_options;
    const lock::Scheme& m_scheme;
    OwnClock m_clock;
    std::optional<lock::LockClient> m_client;
    std::optional<lock::ZooKeeperClient> m_queuer;
    std::list<Held> m_held;
    std::optional<int> m_read;
};

void Worker::tell(const char* what, Message message)
{
    message["is"] = what;
    message["at"] = ticksOf(BootClock::now());
    m_control.send(message);
}

void Worker::tellOfLock(const char* what, int lock, Message message)
{
    message["lock"] = lock;
    tell(what, std::move(message));
}

Message Worker::ask(const char* what, Message message)
{
    tell(what, std::move(message));
    while (m_control.isOpen()) {
        if (auto answer = m_control.answer(kPause))
            return answer->at("answer");
        tellOfLeases();
    }
    return Message::object();
}

std::vector<Fingerprint> Worker::holding() const
{
    std::vector<Fingerprint> tokens;
    for (const Held& held : m_held)
        tokens.push_back(held.leases.back().fingerprint());
    return tokens;
}

Result<lock::AcquireOutcome> Worker::tryFor(int lock, milliseconds wait)
{
    lock::AcquireOptions options{.ttl = *lock::Ttl::from(m_options.ttl),
        .wait = wait,
        .retryDelay = m_options.ttl / kTriesPerTtl,
        .retryJitter = m_options.ttl / kTriesPerTtl / 4,
        .isRenewed = m_options.isRenewed,
        .isFenced = m_options.isFenced,
        .isReentrant = m_options.isReentrant,
        .isWaitAnnounced = !m_held.empty(),
        .holding = holding(),
        .onDeadlock
        = m_options.isGivingUp && !m_held.empty() ? lock::OnDeadlock::Fail : lock::OnDeadlock::Wait,
        .scheme = m_scheme};
    if (m_options.longest > 0)
        options.maxHold = part(m_options.longest);
    if (m_options.isReentrant) // the holding thread must call it
        return m_client->acquire(resourceOf(lock), options);
    std::promise<Result<lock::AcquireOutcome>> promise;
    auto outcome = promise.get_future();
    const auto handler
        = [&promise](Result<lock::AcquireOutcome> got) { promise.set_value(std::move(got)); };
    if (m_queuer)
        m_queuer->startAcquire(Resource(resourceOf(lock)),
            {.wait = wait, .isProtected = m_options.isProtected}, handler);
    else
        m_client->startAcquire({Resource(resourceOf(lock))}, options, handler);
    while (outcome.wait_for(kPause) != std::future_status::ready)
        tellOfLeases();
    return outcome.get();
}

Result<lock::AcquireOutcome> Worker::acquire(int lock)
{
    if (m_options.polling <= 0)
        return tryFor(lock, m_options.ttl * kMostTtls);
    std::minstd_rand random(std::random_device{}());
    std::uniform_real_distribution<double> more(0, m_options.jitter);
    auto outcome = tryFor(lock, milliseconds(0));
    while (m_control.isOpen() && outcome && !std::holds_alternative<lock::Lease>(*outcome)) {
        tellOfLeases();
        std::this_thread::sleep_for(part(m_options.polling + more(random)));
        outcome = tryFor(lock, milliseconds(0));
    }
    return outcome;
}

void Worker::take(int lock)
{
    std::vector<int> wanted{lock};
    while (!wanted.empty() && m_control.isOpen()) {
        tellOfLock("wants", wanted.front());
        auto outcome = acquire(wanted.front());
        if (!outcome)
            return tell("failed", {{"why", outcome.error().text}});
        if (auto* const lease = std::get_if<lock::Lease>(&*outcome)) {
            keep(wanted.front(), std::move(*lease));
            wanted.erase(wanted.begin());
        } else if (std::holds_alternative<lock::Deadlocked>(*outcome)) {
            const std::vector<int> given = giveUp();
            wanted.insert(wanted.begin(), given.begin(), given.end());
        } else {
            return tell("failed", {{"why", "it did not get the lock"}});
        }
    }
}

void Worker::keep(int lock, lock::Lease lease)
{
    auto held = std::ranges::find(m_held, lock, &Held::lock);
    if (held == m_held.end())
        held = m_held.insert(held, Held{.lock = lock});
    held->deadline = lease.deadline();
    Message message{{"until", ticksOf(held->deadline)}};
    if (const auto fence = lease.fencingToken(); fence && m_options.isFenced)
        message["fence"] = fence->value;
    held->leases.push_back(std::move(lease));
    tellOfLock("holds", lock, std::move(message));
}

std::vector<int> Worker::giveUp()
{
    std::vector<int> given;
    tell("gives up");
    while (!m_held.empty()) {
        given.push_back(m_held.front().lock);
        release(m_held.begin());
    }
    std::this_thread::sleep_for(part(kStepAside));
    return given;
}

void Worker::tellOfLeases()
{
    for (Held& held : m_held)
        tellOf(held);
}

void Worker::tellOf(Held& held)
{
    if (held.deadline == SteadyTime{})
        return;
    if (!held.leases.back().isHeld()) {
        held.deadline = {};
        return tellOfLock("lost", held.lock);
    }
    const SteadyTime deadline = held.leases.back().deadline();
    if (std::exchange(held.deadline, deadline) != deadline)
        tellOfLock("prolongs", held.lock, {{"until", ticksOf(deadline)}});
}

void Worker::read()
{
    const Message stock = ask("reads");
    m_read = stock.is_number_integer() ? stock.get<int>() : 0;
}

void Worker::sell(int amount)
{
    if (!m_read) {
        read();
        const SteadyTime done = BootClock::now() + part(kThinking);
        while (m_control.isOpen() && BootClock::now() < done) {
            std::this_thread::sleep_for(kPause);
            tellOfLeases();
        }
    }
    const int left = *m_read - amount;
    Message sale{{"amount", left < 0 ? 0 : amount}, {"left", left < 0 ? *m_read : left}};
    if (m_options.isFenced && !m_held.empty() && m_held.back().leases.back().fencingToken())
        sale["fence"] = m_held.back().leases.back().fencingToken()->value;
    m_read.reset();
    (void)ask("sells", std::move(sale));
}

void Worker::release(std::list<Held>::iterator held)
{
    if (held->leases.size() == 1) {
        held->deadline = {};
        tellOfLock("frees", held->lock);
    }
    held->leases.back().release();
    held->leases.pop_back();
    if (held->leases.empty())
        m_held.erase(held);
}

void Worker::free()
{
    for (auto held = m_held.begin(); held != m_held.end();)
        release(held++);
    tell("freed");
}

void Worker::leave()
{
    for (Held& held : m_held) {
        for (lock::Lease& lease : held.leases)
            lease.leaveToExpire();
        tellOfLock("frees", held.lock);
    }
    m_held.clear();
}

void Worker::run()
{
    tell("here", {{"who", std::string(1, m_options.who)}, {"pid", ::getpid()}});
    while (m_control.isOpen()) {
        const auto message = m_control.next(kPause);
        tellOfLeases();
        if (!message || !message->is_object())
            continue;
        const std::string what = message->value("do", "");
        if (what == "set ahead")
            m_clock.setAhead(m_options.ttl * message->value("amount", 0));
        else if (what == "take")
            take(message->value("lock", 1));
        else if (what == "read")
            read();
        else if (what == "sell")
            sell(message->value("amount", 0));
        else if (what == "free")
            free();
        else if (what == "leave")
            leave();
    }
    std::quick_exit(EXIT_SUCCESS);
}

} // namespace

std::vector<std::string> contenderArguments(const ContenderOptions& options)
{
    const Message told{{"control", options.control}, {"who", std::string(1, options.who)},
        {"scheme", options.scheme}, {"urls", options.urls}, {"ttl", options.ttl.count()},
        {"timeout", options.timeout.count()}, {"renewed", options.isRenewed},
        {"fenced", options.isFenced}, {"quarantine", static_cast<int>(options.quarantine)},
        {"longest", options.longest}, {"reentrant", options.isReentrant},
        {"protected", options.isProtected}, {"gives_up", options.isGivingUp},
        {"value", options.value}, {"polling", options.polling}, {"jitter", options.jitter}};
    return {"lockkeeper-lab", kArgument, told.dump()};
}

std::optional<int> runContender(int argc, char* argv[])
{
    if (argc != 3 || std::string_view(argv[1]) != kArgument)
        return std::nullopt;
    const Message told = Message::parse(argv[2], nullptr, false);
    if (!told.is_object())
        return kUsageError;
    ContenderOptions options{.control = told.value("control", ""),
        .who = told.value("who", "A").front(),
        .scheme = told.value("scheme", ""),
        .urls = told.value("urls", std::vector<std::string>()),
        .ttl = milliseconds(told.value("ttl", 0)),
        .timeout = milliseconds(told.value("timeout", 0)),
        .isRenewed = told.value("renewed", false),
        .longest = told.value("longest", 0.0),
        .isFenced = told.value("fenced", false),
        .isReentrant = told.value("reentrant", false),
        .isProtected = told.value("protected", true),
        .isGivingUp = told.value("gives_up", false),
        .polling = told.value("polling", 0.0),
        .jitter = told.value("jitter", 0.0),
        .value = told.value("value", ""),
        .quarantine = static_cast<config::RestartQuarantine>(told.value("quarantine", 0))};
    auto deployment = config::deploymentFromUrls("lab", options.urls);
    const auto scheme
        = lock::findScheme(options.scheme == kZooKeeper ? nameOf(lock::redlock()) : options.scheme);
    Control control(options.control);
    if (!deployment || !scheme || !control.isOpen())
        return kUsageError;
    deployment->timeout = options.timeout;
    deployment->longestTtl = options.ttl;
    deployment->restartQuarantine = options.quarantine;
    const OneValue oneValue(*scheme, options.value);
    const lock::Scheme& used = options.value.empty() ? scheme->get() : oneValue;
    Worker(std::move(control), std::move(options), used, *deployment).run();
    return EXIT_SUCCESS;
}

} // namespace lockkeeper::lab
