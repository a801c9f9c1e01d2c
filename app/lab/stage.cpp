// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/stage.h"

#include "app/lab/contender.h"
#include "app/lab/control.h"
#include "app/lab/gate.h"
#include "app/lab/server_clock.h"
#include "app/lab/wire_tap.h"
#include "app/sandbox/child_process.h"
#include "app/sandbox/redis_process.h"
#include "app/sandbox/workload/blocking_client.h"
#include "core/files/system_error.h"
#include "core/lab/referee.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace lockkeeper::lab {
namespace {

using namespace std::chrono_literals;
using absl::Substitute;
using sandbox::ChildProcess;
using sandbox::RedisProcess;
using std::chrono::milliseconds;
using Socket = asio::local::stream_protocol::socket;

constexpr const char* kResource = "lock:till"; // a name by which watchers know it for a lock
constexpr auto kStartTimeout = 10s;
constexpr milliseconds kRereading{2}; ///< between two looks at what a master stores
/// A command without an answer is given up after this part of a TTL, but not sooner than kLeast.
constexpr int kTimeoutsPerTtl = 6;
constexpr milliseconds kLeastTimeout{100};
/// What goes to a far master, or comes from it, takes this part of a TTL.
constexpr int kFarPerTtl = 15;
/// A TTL that is so much longer than it would have become was written anew.
constexpr milliseconds kRewritten{10};

/// One contender, as the stage knows it.
struct Contender {
    char who = 'A';
    std::optional<ChildProcess> process{}; ///< used by the stage's thread alone
    std::vector<WireTap> taps{}; ///< by master
    std::shared_ptr<Socket> control{}; ///< null: it is not here
    SteadyTime wantsSince{};
    bool wants = false;
    bool holds = false;
    bool hasRead = false;
    bool hasSold = false;
    bool hasFreed = false;
    bool isKilled = false;
    std::optional<std::size_t> belief{}; ///< the present one's place in the recording
};

/// A contender's end of the control socket, read by lines.
struct Line {
    std::array<char, 4096> bytes{};
    std::string received{};
    Contender* contender = nullptr;
};

/// Stops believing at `at`.
void endBelief(Contender& contender, Recording& recording, SteadyTime at)
{
    contender.holds = false;
    if (!contender.belief)
        return;
    SteadyTime& to = recording.beliefs[*std::exchange(contender.belief, std::nullopt)].to;
    to = std::min(to, at);
}

} // namespace

struct Stage::Private {
    explicit Private(Options given)
        : options(std::move(given))
        , acceptor(loop.context())
    { }
    ~Private();

    [[nodiscard]] Result<void> makeDirectory();
    [[nodiscard]] Result<void> startMasters();
    /// Runs it on the loop's thread, which must not see an exception.
    [[nodiscard]] Result<void> setUp(const std::function<void()>& task);
    [[nodiscard]] Result<void> startReplica();
    [[nodiscard]] Result<void> observe();
    [[nodiscard]] std::vector<std::string> urls() const;
    [[nodiscard]] Result<void> startContenders();
    [[nodiscard]] std::filesystem::path tapSocket(char who, char master) const;

    // On the loop's thread.
    void accept();
    void read(std::shared_ptr<Socket> socket, std::shared_ptr<Line> line);
    void hear(Line& line, const std::shared_ptr<Socket>& socket, const Message& message);
    void hear(Contender& contender, const std::string& what, const Message& message);
    void hearSale(Contender& contender, const Message& message);
    static void say(const Contender& contender, const Message& message);
    void look(std::size_t master, unsigned round);
    void see(std::size_t master, const std::vector<Result<redis::Reply>>& replies);
    void forget(std::size_t master);
    void changed();
    [[nodiscard]] bool isTrue(const Condition& condition);
    [[nodiscard]] bool isOver(const Contender& contender);
    [[nodiscard]] bool isRefused(const Contender& contender) const;
    void tell(Contender& contender, const Message& message);

    [[nodiscard]] Result<void> failOver();
    [[nodiscard]] Result<void> performOnMaster(const Deed& deed);
    void kill(Contender& contender);
    [[nodiscard]] Result<void> performOnContender(const Deed& deed);

    Contender& contender(char who) { return contenders[static_cast<std::size_t>(who - 'A')]; }

    Options options;
    std::filesystem::path directory;
    std::vector<ServerClock> clocks; ///< of the masters, if they are set
    std::vector<RedisProcess> masters;
    std::array<bool, kMostMasters> isPlannedDead{};
    std::optional<RedisProcess> replica; ///< of the first master
    std::unique_ptr<Gate> gate; ///< between the two
    std::vector<Contender> contenders;
    Recording recording;
    EventLoop loop;
    asio::local::stream_protocol::acceptor acceptor;
    std::unique_ptr<masters::Masters> observed;
    unsigned rounds = 0; ///< how often observe() was called
    std::optional<Error> failure;
    std::function<bool()> isAwaited; ///< what await() waits for; empty: nobody waits
    std::function<void()> onAwaited;
    std::shared_ptr<WireTap::Scripts> scripts = WireTap::noScripts();
    int stock = kStock;
    std::uint64_t highestFence = 0;
};

Stage::Private::~Private()
{
    for (Contender& contender : contenders)
        contender.process.reset();
    masters.clear();
    replica.reset();
    loop.stop();
    gate.reset();
    // Their sockets belong to the loop.
    contenders.clear();
    observed.reset();
    if (!directory.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(directory, ignored);
    }
}

Result<void> Stage::Private::makeDirectory()
{
    sandbox::removeLeftDirectories("lab");
    auto made = sandbox::makeServerDirectory("lab");
    if (!made)
        return tl::make_unexpected(std::move(made.error()));
    directory = std::move(*made);
    return {};
}

Result<void> Stage::Private::startMasters()
{
    for (std::size_t i = 0; i < options.variant.masters; ++i) {
        const std::string name(1, static_cast<char>('a' + i));
        std::vector<std::string> environment;
        if (options.areClocksSet) {
            auto clock = ServerClock::make(directory, name);
            if (!clock)
                return tl::make_unexpected(std::move(clock.error()));
            environment = clock->environment();
            clocks.push_back(std::move(*clock));
        }
        auto master = RedisProcess::start({.directory = directory,
            .name = name,
            .hasTcp = options.variant.hasReplica && i == 0, // by which it is replicated
            .extraArguments = {"--repl-diskless-sync-delay", "0"},
            .environment = std::move(environment)});
        if (!master)
            return tl::make_unexpected(std::move(master.error()));
        masters.push_back(std::move(*master));
    }
    return options.variant.hasReplica ? startReplica().and_then([this] { return observe(); })
                                      : observe();
}

Result<void> Stage::Private::setUp(const std::function<void()>& task)
{
    return loop.call([&]() -> Result<void> {
        try {
            task();
            return {};
        } catch (const std::system_error& error) {
            return fail(ErrorClass::System,
                Substitute(trNoop("the stage can't be set up: $0", "data"), error.what()));
        }
    });
}

/// Starts it, and waits until it has all of its master.
Result<void> Stage::Private::startReplica()
{
    auto ready
        = setUp([this] { gate = std::make_unique<Gate>(loop.context(), masters[0].port()); });
    if (!ready)
        return ready;
    auto started = RedisProcess::start({.directory = directory,
        .name = "replica",
        .hasTcp = false,
        .extraArguments = {"--replicaof", "127.0.0.1", std::to_string(gate->port())}});
    if (!started)
        return tl::make_unexpected(std::move(started.error()));
    replica = std::move(*started);
    auto client = sandbox::BlockingClient::connect(
        redis::Url::parse(replica->unixUrl()).value(), kStartTimeout);
    for (const SteadyTime end = BootClock::now() + kStartTimeout; BootClock::now() < end;) {
        const auto said = client ? client->call({"INFO", "replication"}) : Result<redis::Reply>();
        if (said && said->text.find("master_link_status:up") != std::string::npos)
            return {};
        std::this_thread::sleep_for(kRereading);
    }
    return fail(
        ErrorClass::System, trNoop("the replica did not follow its master in time", "data"));
}

std::vector<std::string> Stage::Private::urls() const
{
    std::vector<std::string> urls;
    for (const RedisProcess& master : masters)
        urls.push_back(master.unixUrl());
    return urls;
}

/// Looks at what the masters store, from now on where they are now.
Result<void> Stage::Private::observe()
{
    auto deployment = config::deploymentFromUrls("lab", urls());
    if (!deployment)
        return tl::make_unexpected(std::move(deployment.error()));
    loop.call([&] {
        ++rounds;
        observed = std::make_unique<lockkeeper::masters::Masters>(loop, *deployment, "lab");
        for (std::size_t i = 0; i < masters.size(); ++i)
            look(i, rounds);
    });
    return {};
}

std::filesystem::path Stage::Private::tapSocket(char who, char master) const
{
    return directory / (std::string(1, who) + "-" + master + ".sock");
}

Result<void> Stage::Private::startContenders()
{
    const std::filesystem::path control = directory / "control.sock";
    contenders.resize(options.contenders);
    auto ready = setUp([&] {
        acceptor.open();
        acceptor.bind(asio::local::stream_protocol::endpoint(control.native()));
        acceptor.listen();
        accept();
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            Contender& contender = contenders[i];
            contender.who = static_cast<char>('A' + i);
            for (std::size_t m = 0; m < masters.size(); ++m) {
                const char id = static_cast<char>('a' + m);
                contender.taps.emplace_back(loop.context(),
                    WireTap::Ends{tapSocket(contender.who, id), masters[m].socketPath(),
                        contender.who, id, kResource, scripts},
                    recording, [this] { changed(); });
            }
        }
    });
    if (!ready)
        return ready;
    for (Contender& contender : contenders) {
        ContenderOptions told{.control = control,
            .who = contender.who,
            .resource = kResource,
            .scheme = options.variant.scheme,
            .ttl = options.ttl,
            .timeout = std::max(options.ttl / kTimeoutsPerTtl, kLeastTimeout),
            .isRenewed = options.variant.isRenewed,
            .longest = options.variant.longest,
            .isFenced = options.variant.isFenced,
            .isReentrant = options.variant.isReentrant,
            .polling = options.variant.polling,
            .jitter = options.variant.jitter,
            .value = options.variant.value,
            .quarantine = options.variant.quarantine};
        for (std::size_t m = 0; m < masters.size(); ++m)
            told.urls.push_back(
                sandbox::unixUrlOf(tapSocket(contender.who, static_cast<char>('a' + m))));
        auto process = ChildProcess::start(sandbox::Program::self(contenderArguments(told)));
        if (!process)
            return tl::make_unexpected(std::move(process.error()));
        contender.process = std::move(*process);
    }
    return {};
}

void Stage::Private::accept()
{
    acceptor.async_accept([this](const std::error_code& error, Socket socket) {
        if (error)
            return;
        read(std::make_shared<Socket>(std::move(socket)), std::make_shared<Line>());
        accept();
    });
}

void Stage::Private::read(std::shared_ptr<Socket> socket, std::shared_ptr<Line> line)
{
    Socket& from = *socket;
    from.async_read_some(asio::buffer(line->bytes),
        [this, socket = std::move(socket), line](
            const std::error_code& error, std::size_t length) mutable {
            if (error) {
                if (Contender* const gone = line->contender; gone != nullptr && !gone->isKilled) {
                    failure = Error{ErrorClass::System,
                        Substitute(trNoop("contender $0 has ended, which was not planned", "data"),
                            std::string(1, gone->who))};
                    changed();
                }
                return;
            }
            line->received.append(line->bytes.data(), length);
            for (std::size_t end = line->received.find('\n'); end != std::string::npos;
                 end = line->received.find('\n')) {
                const Message message
                    = Message::parse(line->received.substr(0, end), nullptr, false);
                line->received.erase(0, end + 1);
                if (message.is_object())
                    hear(*line, socket, message);
            }
            changed();
            read(std::move(socket), std::move(line));
        });
}

void Stage::Private::hear(Line& line, const std::shared_ptr<Socket>& socket, const Message& message)
{
    const std::string what = message.value("is", "");
    if (what == "here") {
        line.contender = &contender(message.value("who", "A").front());
        line.contender->control = socket;
    } else if (line.contender != nullptr && !line.contender->isKilled) {
        hear(*line.contender, what, message);
    }
}

void Stage::Private::hear(Contender& contender, const std::string& what, const Message& message)
{
    const SteadyTime at = timeOf(message.value("at", std::int64_t{0}));
    const SteadyTime until = timeOf(message.value("until", std::int64_t{0}));
    if (what == "wants") {
        contender.wants = true;
        contender.wantsSince = at;
    } else if (what == "holds") {
        contender.wants = false;
        contender.holds = true;
        if (contender.belief) { // once more
            recording.beliefs[*contender.belief].to = until;
            return;
        }
        contender.belief = recording.beliefs.size();
        recording.beliefs.push_back({.who = contender.who, .from = at, .to = until});
        if (message.contains("fence"))
            recording.beliefs.back().fence = message.value("fence", std::uint64_t{0});
    } else if (what == "prolongs" && contender.belief) {
        recording.beliefs[*contender.belief].to = until;
    } else if (what == "lost" || what == "frees") {
        endBelief(contender, recording, at);
    } else if (what == "freed") {
        contender.hasFreed = true;
    } else if (what == "failed") {
        contender.wants = false;
        failure = Error{ErrorClass::System,
            Substitute("$0: $1", std::string(1, contender.who), message.value("why", ""))};
    } else if (what == "reads") {
        contender.hasRead = true;
        recording.reads.push_back({contender.who, at, stock});
        say(contender, {{"answer", stock}});
    } else if (what == "sells") {
        hearSale(contender, message);
    }
}

/// The till takes what a contender writes, unless it has seen a larger fencing number.
void Stage::Private::hearSale(Contender& contender, const Message& message)
{
    const std::uint64_t fence = message.value("fence", std::uint64_t{0});
    Sale sale{.who = contender.who,
        .at = BootClock::now(),
        .amount = message.value("amount", 0),
        .left = message.value("left", 0),
        .isRefused = options.variant.isFenced && fence < highestFence};
    highestFence = std::max(highestFence, fence);
    if (!sale.isRefused)
        stock = sale.left;
    recording.sales.push_back(sale);
    contender.hasSold = true;
    say(contender, {{"answer", !sale.isRefused}});
}

void Stage::Private::say(const Contender& contender, const Message& message)
{
    if (!contender.control)
        return;
    const std::string line = message.dump() + "\n";
    std::error_code ignored; // a contender that is gone is noticed where it is read
    contender.control->write_some(asio::buffer(line), ignored);
}

void Stage::Private::look(std::size_t master, unsigned round)
{
    if (round != rounds)
        return; // others look by now
    redis::Pipeline questions;
    questions.add({"PTTL", kResource});
    questions.add({"GETRANGE", kResource, "0", "255"});
    questions.add({"HSCAN", kResource, "0"});
    auto replies = std::make_shared<std::vector<Result<redis::Reply>>>();
    const std::size_t count = questions.size();
    observed->transports()[master]->sendAll(questions, kLeastTimeout,
        [this, master, round, count, replies](Result<redis::Reply>&& reply) {
            replies->push_back(std::move(reply));
            if (replies->size() < count)
                return;
            see(master, *replies);
            loop.schedule(
                BootClock::now() + kRereading, [this, master, round] { look(master, round); });
        });
}

void Stage::Private::see(std::size_t master, const std::vector<Result<redis::Reply>>& replies)
{
    if (!replies[0])
        return; // it does not answer: it stores what it stored
    const SteadyTime now = BootClock::now();
    const char id = static_cast<char>('a' + master);
    const auto open = std::ranges::find_if(
        recording.stored, [&](const Stored& stored) { return stored.master == id && !stored.to; });
    const std::int64_t left = replies[0]->integer;
    if (left == -2) {
        if (open == recording.stored.end())
            return;
        open->to = now;
        return changed();
    }
    std::string value = replies[1] ? replies[1]->text : std::string();
    if (replies[2] && replies[2]->elements.size() == 2) {
        for (const redis::Reply& field : replies[2]->elements[1].elements)
            value.append(value.empty() ? "" : " ").append(field.text);
    }
    const auto ttl = left < 0 ? std::nullopt : std::optional(milliseconds(left));
    if (open != recording.stored.end()) {
        const bool isSameTtl = open->ttl.has_value() == ttl.has_value()
            && (!ttl || *ttl <= *open->ttl - (now - open->from) + kRewritten);
        if (open->value == value && isSameTtl)
            return;
        open->to = now;
    }
    recording.stored.push_back({.master = id, .value = std::move(value), .from = now, .ttl = ttl});
    changed();
}

/// A master has lost what it stored.
void Stage::Private::forget(std::size_t master)
{
    for (Stored& stored : recording.stored) {
        if (stored.master == static_cast<char>('a' + master) && !stored.to)
            stored.to = BootClock::now();
    }
}

void Stage::Private::changed()
{
    if (onAwaited && (failure || (isAwaited && isAwaited())))
        std::exchange(onAwaited, nullptr)();
}

/// True if it was refused since it wants the lock.
bool Stage::Private::isRefused(const Contender& contender) const
{
    return contender.wants && std::ranges::any_of(recording.sent, [&](const Sent& sent) {
        return sent.who == contender.who && sent.isTaking && sent.at >= contender.wantsSince
            && sent.answeredAt && !sent.isYes;
    });
}

bool Stage::Private::isOver(const Contender& contender)
{
    bool wasStored = false;
    for (const Stored& stored : recording.stored) {
        const bool isIts = writerOf(stored, recording.sent) == contender.who;
        if (isIts && !stored.to)
            return false;
        wasStored = wasStored || isIts;
    }
    return wasStored;
}

bool Stage::Private::isTrue(const Condition& condition)
{
    const Contender& about = contender(condition.who);
    switch (condition.kind) {
    case Condition::Kind::Holds:
        return about.holds;
    case Condition::Kind::Waits:
        return isRefused(about);
    case Condition::Kind::Held:
        return std::ranges::any_of(
            about.taps, [&](const WireTap& tap) { return tap.isHeldAt(condition.point); });
    case Condition::Kind::Read:
        return about.hasRead;
    case Condition::Kind::Sold:
        return about.hasSold;
    case Condition::Kind::Freed:
        return about.hasFreed;
    case Condition::Kind::Over:
        return isOver(about);
    }
    return false;
}

void Stage::Private::tell(Contender& contender, const Message& message)
{
    loop.call([&] {
        const std::string what = message.value("do", "");
        contender.hasRead = contender.hasRead && what != "read";
        contender.hasSold = contender.hasSold && what != "sell";
        contender.hasFreed = contender.hasFreed && what != "free";
        say(contender, message);
    });
}

/// The replica becomes the first master, with what it knows.
Result<void> Stage::Private::failOver()
{
    masters[0].stop();
    loop.call([this] { forget(0); });
    auto client = sandbox::BlockingClient::connect(
        redis::Url::parse(replica->unixUrl()).value(), kStartTimeout);
    if (!client)
        return tl::make_unexpected(std::move(client.error()));
    if (auto promoted = client->call({"REPLICAOF", "NO", "ONE"}); !promoted)
        return tl::make_unexpected(std::move(promoted.error()));
    std::swap(masters[0], *replica);
    replica.reset();
    loop.call([this] {
        for (Contender& contender : contenders)
            contender.taps[0].moveTo(masters[0].socketPath());
    });
    return observe();
}

Result<void> Stage::Private::performOnMaster(const Deed& deed)
{
    const auto index = static_cast<std::size_t>(deed.who - 'a');
    RedisProcess& master = masters[index];
    switch (deed.kind) {
    case Deed::Kind::SetAhead:
        return clocks[index].setAhead(options.ttl * deed.amount);
    case Deed::Kind::Pause:
        master.suspend();
        return {};
    case Deed::Kind::Resume:
        master.resume();
        return {};
    case Deed::Kind::FallBehind:
        loop.call([this] { gate->close(); });
        return {};
    case Deed::Kind::FailOver:
        return failOver();
    case Deed::Kind::Kill:
        isPlannedDead[index] = true;
        master.stop();
        break;
    default: {
        auto started = master.restart();
        if (!started)
            return started;
        isPlannedDead[index] = false;
        break;
    }
    }
    loop.call([&] { forget(index); });
    return {};
}

/// What it has sent and what is held goes with it.
void Stage::Private::kill(Contender& contender)
{
    loop.call([&] {
        contender.isKilled = true;
        contender.wants = false;
        for (WireTap& tap : contender.taps)
            tap.drop();
        endBelief(contender, recording, BootClock::now());
    });
    contender.process->kill();
}

Result<void> Stage::Private::performOnContender(const Deed& deed)
{
    Contender& one = contender(deed.who);
    if (one.isKilled && deed.kind != Deed::Kind::End)
        return fail(ErrorClass::InvalidArgument,
            Substitute(trNoop("$0 is dead, and can't do that", "data"), std::string(1, one.who)));
    const auto eachTap = [&](auto act) {
        loop.call([&] {
            for (WireTap& tap : one.taps)
                act(tap);
        });
    };
    const auto tapTo = [&] { return static_cast<std::size_t>(deed.master - 'a'); };
    switch (deed.kind) {
    case Deed::Kind::SetAhead:
        tell(one, {{"do", "set ahead"}, {"amount", deed.amount}});
        break;
    case Deed::Kind::Take:
        tell(one, {{"do", "take"}});
        break;
    case Deed::Kind::Read:
        tell(one, {{"do", "read"}});
        break;
    case Deed::Kind::Sell:
        tell(one, {{"do", "sell"}, {"amount", deed.amount}});
        break;
    case Deed::Kind::Free:
        tell(one, {{"do", "free"}});
        break;
    case Deed::Kind::HoldAt:
        eachTap([&](WireTap& tap) { tap.holdAt(deed.point); });
        break;
    case Deed::Kind::GoOn:
        eachTap([](WireTap& tap) { tap.goOn(); });
        break;
    case Deed::Kind::Pause:
        one.process->signal(SIGSTOP);
        break;
    case Deed::Kind::Resume:
        one.process->signal(SIGCONT);
        break;
    case Deed::Kind::Kill:
        kill(one);
        break;
    case Deed::Kind::CutOff:
        loop.call([&] { one.taps[tapTo()].setCutOff(true); });
        break;
    case Deed::Kind::Reach:
        loop.call([&] { one.taps[tapTo()].setCutOff(false); });
        break;
    case Deed::Kind::Far:
        loop.call([&] { one.taps[tapTo()].setDelay(options.ttl / kFarPerTtl); });
        break;
    case Deed::Kind::StartEmpty:
    case Deed::Kind::FallBehind:
    case Deed::Kind::FailOver:
    case Deed::Kind::Done:
    case Deed::Kind::End:
        break;
    }
    return {};
}

Stage::Stage(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

Stage::~Stage() = default;

Result<std::unique_ptr<Stage>> Stage::start(const Options& options)
{
    auto d = std::make_unique<Private>(options);
    auto started = d->makeDirectory().and_then([&] { return d->startMasters(); }).and_then([&] {
        return d->startContenders();
    });
    if (!started)
        return tl::make_unexpected(std::move(started.error()));
    std::unique_ptr<Stage> stage(new Stage(std::move(d)));
    Private& ready = *stage->m_d;
    const bool areHere = stage->awaitThat(
        [&ready] {
            return std::ranges::all_of(
                ready.contenders, [](const Contender& one) { return one.control != nullptr; });
        },
        BootClock::now() + kStartTimeout);
    if (!areHere)
        return fail(ErrorClass::System, trNoop("the contenders did not start in time", "data"));
    ready.loop.call([&] { ready.recording.start = BootClock::now(); });
    return stage;
}

Result<void> Stage::perform(const Deed& deed)
{
    if (deed.isOfMaster())
        return m_d->performOnMaster(deed);
    return m_d->performOnContender(deed);
}

bool Stage::awaitThat(std::function<bool()> isTrue, SteadyTime until)
{
    return m_d->loop.await<bool>([&](auto done) {
        if (m_d->failure || (isTrue && isTrue()))
            return done(true);
        m_d->isAwaited = std::move(isTrue);
        const auto timer = m_d->loop.schedule(until, [this, done] {
            if (std::exchange(m_d->onAwaited, nullptr))
                done(false);
        });
        m_d->onAwaited = [this, timer, done] {
            m_d->loop.cancel(timer);
            done(true);
        };
    });
}

bool Stage::await(const std::vector<Condition>& conditions, SteadyTime until)
{
    return awaitThat(
        [this, &conditions] {
            return std::ranges::any_of(
                conditions, [this](const Condition& one) { return m_d->isTrue(one); });
        },
        until);
}

std::vector<std::string> Stage::urls() const
{
    return m_d->urls();
}

std::optional<Error> Stage::failure()
{
    for (std::size_t i = 0; i < m_d->masters.size(); ++i) {
        if (!m_d->isPlannedDead[i] && !m_d->masters[i].isRunning())
            return Error{ErrorClass::System,
                Substitute(trNoop("master $0 has ended, which was not planned", "data"),
                    std::string(1, static_cast<char>('a' + i)))};
    }
    return m_d->loop.call([this] { return m_d->failure; });
}

Recording Stage::recording()
{
    return m_d->loop.call([this] {
        Recording seen = m_d->recording;
        seen.end = BootClock::now();
        for (const Contender& one : m_d->contenders) {
            if (one.wants)
                seen.waiting.push_back(one.who);
            if (one.isKilled)
                seen.dead.push_back(one.who);
        }
        return seen;
    });
}

} // namespace lockkeeper::lab
