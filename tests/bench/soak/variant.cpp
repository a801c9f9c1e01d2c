// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/variant.h"

#include "core/lock/scripts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace lockkeeper::bench {
namespace {

using redis::Command;
using redis::Reply;
using std::chrono::milliseconds;

/// A second of the slow clock lasts this many real seconds.
constexpr int kSlowness = 3;

/// Keys and arguments of a script that was sent by EVAL or EVALSHA.
struct ScriptCall {
    std::vector<std::string> keys;
    std::vector<std::string> arguments;
};

std::optional<ScriptCall> callOf(const Command& command, const redis::Script& script)
{
    const std::vector<std::string>& sent = command.arguments();
    const bool isScript = (command.name() == "EVAL" && sent.at(1) == script.source())
        || (command.name() == "EVALSHA" && sent.at(1) == script.sha1());
    if (!isScript)
        return std::nullopt;
    const auto firstArgument = sent.begin() + 3 + std::atoi(sent.at(2).c_str());
    return ScriptCall{{sent.begin() + 3, firstArgument}, {firstArgument, sent.end()}};
}

const redis::Script& deleteAnybodys()
{
    static const redis::Script script(
        "for _, key in ipairs(KEYS) do redis.call('del', key) end return 1");
    return script;
}

const redis::Script& takeAgain()
{
    static const redis::Script script("for _, key in ipairs(KEYS) do redis.call('set', key, "
                                      "ARGV[1], 'PX', ARGV[2]) end return 1");
    return script;
}

Command rewritten(Variant variant, Command command)
{
    if (const auto release = callOf(command, lock::releaseScript())) {
        if (variant == Variant::NoCompareRelease)
            return deleteAnybodys().evalCommand({redis::Arguments(release->keys), {}});
        if (variant == Variant::DelRelease) {
            std::vector<std::string> del{"DEL"};
            del.insert(del.end(), release->keys.begin(), release->keys.end());
            return Command(del);
        }
    }
    if (variant == Variant::LateExtend) {
        if (const auto extension = callOf(command, lock::extendScript()))
            return takeAgain().evalCommand(
                {redis::Arguments(extension->keys), redis::Arguments(extension->arguments)});
    }
    return command;
}

/// Forwards everything to a master.
class PassingTransport : public redis::Transport {
public:
    explicit PassingTransport(redis::Transport& master)
        : m_master(master)
    { }
    [[nodiscard]] const MasterId& master() const noexcept override { return m_master.master(); }
    [[nodiscard]] redis::LinkStatus status() const override { return m_master.status(); }
    void send(const Command& command, milliseconds timeout, Handler handler) override
    {
        m_master.send(command, timeout, std::move(handler));
    }
    void sendUndo(const Command& command, milliseconds timeout, Handler handler) override
    {
        m_master.sendUndo(command, timeout, std::move(handler));
    }

private:
    redis::Transport& m_master;
};

/// Remembers which master lied about which token. Only one master may lie about a token. Not
/// thread-safe.
class Lies {
public:
    [[nodiscard]] bool mayLie(const std::string& token, const redis::Transport* liar)
    {
        if (m_liars.size() > kMostRemembered)
            m_liars.clear();
        return m_liars.try_emplace(token, liar).first->second == liar;
    }

private:
    static constexpr std::size_t kMostRemembered = 10'000;
    std::map<std::string, const redis::Transport*> m_liars;
};

} // namespace

class Sabotage::SlowClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const noexcept override
    {
        return m_epoch + (m_system.now() - m_epoch) / kSlowness;
    }
    [[nodiscard]] WallTime wallNow() const noexcept override { return m_system.wallNow(); }
    [[nodiscard]] SteadyTime realTimeOf(SteadyTime time) const noexcept
    {
        return m_epoch + (time - m_epoch) * kSlowness;
    }

private:
    SystemClock m_system;
    SteadyTime m_epoch = m_system.now();
};

class Sabotage::SlowScheduler final : public Scheduler {
public:
    SlowScheduler(Scheduler& scheduler, const SlowClock& clock)
        : m_scheduler(scheduler)
        , m_clock(clock)
    { }
    TimerId schedule(SteadyTime when, Task task) override
    {
        return m_scheduler.schedule(m_clock.realTimeOf(when), std::move(task));
    }
    void cancel(TimerId id) noexcept override { m_scheduler.cancel(id); }

private:
    Scheduler& m_scheduler;
    const SlowClock& m_clock;
};

class Sabotage::RewritingTransport final : public PassingTransport {
public:
    RewritingTransport(redis::Transport& master, Variant variant)
        : PassingTransport(master)
        , m_variant(variant)
    { }
    void send(const Command& command, milliseconds timeout, Handler handler) override
    {
        PassingTransport::send(rewritten(m_variant, command), timeout, std::move(handler));
    }
    void sendUndo(const Command& command, milliseconds timeout, Handler handler) override
    {
        PassingTransport::sendUndo(rewritten(m_variant, command), timeout, std::move(handler));
    }

private:
    Variant m_variant;
};

/// Turns a "no" of the master into a "yes", if no other master has done so for the same token.
class Sabotage::LiarsTransport final : public PassingTransport {
public:
    LiarsTransport(redis::Transport& master, std::shared_ptr<Lies> lies)
        : PassingTransport(master)
        , m_lies(std::move(lies))
    { }
    void send(const Command& command, milliseconds timeout, Handler handler) override
    {
        std::string token;
        Reply yes = Reply::status("OK");
        if (command.name() == "SET") {
            token = command.arguments().at(2);
        } else if (const auto take = callOf(command, lock::takeAllScript())) {
            token = take->arguments.at(0);
        } else if (const auto extension = callOf(command, lock::extendScript())) {
            token = extension->arguments.at(0);
            yes = Reply::number(1);
        }
        if (token.empty())
            return PassingTransport::send(command, timeout, std::move(handler));
        PassingTransport::send(command, timeout,
            [this, token, yes, handler = std::move(handler)](Result<Reply> reply) {
                const bool isNo = reply && *reply != yes;
                const bool isLie = isNo && m_lies->mayLie(token, this);
                handler(isLie ? Result<Reply>(yes) : std::move(reply));
            });
    }

private:
    std::shared_ptr<Lies> m_lies;
};

std::optional<Variant> variantFrom(std::string_view name) noexcept
{
    constexpr std::array<std::pair<std::string_view, Variant>, 7> kVariants{
        {{"none", Variant::None}, {"no-compare-release", Variant::NoCompareRelease},
            {"del-release", Variant::DelRelease}, {"half-quorum", Variant::HalfQuorum},
            {"late-extend", Variant::LateExtend}, {"no-quarantine", Variant::NoQuarantine},
            {"any-order", Variant::AnyOrder}}};
    const auto* const found
        = std::ranges::find(kVariants, name, &std::pair<std::string_view, Variant>::first);
    return found == kVariants.end() ? std::nullopt : std::optional(found->second);
}

Sabotage::Sabotage(Variant variant)
    : m_variant(variant)
    , m_slowClock(variant == Variant::LateExtend ? std::make_unique<SlowClock>() : nullptr)
{ }

Sabotage::~Sabotage() = default;

const Clock& Sabotage::clock() const noexcept
{
    if (m_slowClock)
        return *m_slowClock;
    return m_systemClock;
}

SteadyTime Sabotage::realTimeOf(SteadyTime time) const noexcept
{
    return m_slowClock ? m_slowClock->realTimeOf(time) : time;
}

void Sabotage::buildInto(lock::LockContext& context)
{
    if (m_slowClock) {
        m_scheduler = std::make_unique<SlowScheduler>(*context.scheduler, *m_slowClock);
        context.scheduler = m_scheduler.get();
    }
    if (m_variant == Variant::None)
        return;
    const auto lies = std::make_shared<Lies>();
    for (redis::Transport*& master : context.masters) {
        if (m_variant == Variant::HalfQuorum)
            m_transports.push_back(std::make_unique<LiarsTransport>(*master, lies));
        else
            m_transports.push_back(std::make_unique<RewritingTransport>(*master, m_variant));
        master = m_transports.back().get();
    }
}

} // namespace lockkeeper::bench
