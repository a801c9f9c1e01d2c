// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/stage.h"

#include "app/lab/contender.h"
#include "app/lab/control.h"
#include "app/lab/frame_proxy.h"
#include "app/lab/gate.h"
#include "app/lab/node_look.h"
#include "app/lab/server_clock.h"
#include "app/lab/wire_tap.h"
#include "app/sandbox/child_process.h"
#include "app/sandbox/redis_process.h"
#include "app/sandbox/workload/blocking_client.h"
#include "app/sandbox/zookeeper_process.h"
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
#include <span>
#include <thread>

namespace lockkeeper::lab {
namespace {

using namespace std::chrono_literals;
using absl::Substitute;
using sandbox::ChildProcess;
using sandbox::RedisProcess;
using std::chrono::milliseconds;
using Socket = asio::local::stream_protocol::socket;

constexpr auto kStartTimeout = 10s;
constexpr milliseconds kRereading{2};
constexpr int kTimeoutsPerTtl = 6;
constexpr milliseconds kLeastTimeout{100};
constexpr int kFarPerTtl = 15;
constexpr milliseconds kRewritten{10};

struct Contender {
    char who = 'A';
    std::optional<ChildProcess> process{}; ///< on the stage's thread
    std::vector<WireTap> taps{};
    std::unique_ptr<FrameProxy> way{};
    std::shared_ptr<Socket> control{};
    SteadyTime since{};
    int wants = 0; ///< lock number; 0: none
    bool hasRead = false;
    bool hasSold = false;
    bool hasFreed = false;
    bool isKilled = false;
    bool isFenced = false;
    std::int64_t pid = 0;
    std::array<Belief*, kMostLocks> beliefs{};
    std::optional<Error> problem{}; ///< it failed or ended
};

struct Line {
    std::array<char, 4096> bytes{};
    std::string received{};
    Contender* contender = nullptr;
};

Belief*& beliefOf(Contender& contender, int lock)
{
    return contender.beliefs.at(static_cast<std::size_t>(lock - 1));
}

void endBelief(Contender& contender, int lock, SteadyTime at)
{
    contender.since = at;
    if (Belief* const belief = std::exchange(beliefOf(contender, lock), nullptr))
        belief->to = std::min(belief->to, at);
}

void endBeliefs(Contender& contender, SteadyTime at)
{
    for (int lock = 1; lock <= kMostLocks; ++lock)
        endBelief(contender, lock, at);
}

} // namespace

struct Stage::Private {
    explicit Private(const Options& given)
        : options(given)
        , acceptor(loop.context())
    { }
    ~Private();

    struct Place {
        char master;
        int lock;
    };

    [[nodiscard]] Result<void> makeDirectory();
    [[nodiscard]] Result<void> startMasters();
    [[nodiscard]] Result<void> startEnsemble();
    /// On the loop's thread, which must not see an exception.
    [[nodiscard]] Result<void> setUp(const std::function<void()>& task);
    [[nodiscard]] Result<void> startReplica();
    [[nodiscard]] Result<void> observe();
    [[nodiscard]] std::vector<std::string> urls() const;
    [[nodiscard]] Result<void> openControl();
    [[nodiscard]] Result<void> startContender(
        Contender& contender, const Variant& way, milliseconds ttl);
    void openTaps(Contender& contender);
    [[nodiscard]] std::filesystem::path controlSocket() const { return directory / "control.sock"; }
    [[nodiscard]] std::filesystem::path dataOf(const RedisProcess& master) const;
    [[nodiscard]] Result<std::vector<std::string>> storageOf(const std::string& name) const;
    [[nodiscard]] std::filesystem::path tapSocket(char who, char master) const;

    void accept();
    void read(std::shared_ptr<Socket> socket, std::shared_ptr<Line> line);
    void lose(Contender& contender);
    void hear(Line& line, const std::shared_ptr<Socket>& socket, const Message& message);
    void hear(Contender& contender, const std::string& what, const Message& message);
    void hearSale(Contender& contender, const Message& message);
    static void say(const Contender& contender, const Message& message);
    void look(std::size_t master, unsigned round);
    void see(Place place, std::span<const Result<redis::Reply>> replies, SteadyTime asked);
    void seeQueue(int lock, const std::vector<NodeLook::Place>& queue);
    void forget(std::size_t master);
    void forgetBefore(SteadyTime time);
    [[nodiscard]] std::optional<Error> problem() const;
    void changed();
    [[nodiscard]] bool isTrue(const Condition& condition);
    [[nodiscard]] bool isOver(const Contender& contender);
    [[nodiscard]] bool isRefused(const Contender& contender) const;
    void tell(Contender& contender, const Message& message);

    [[nodiscard]] Result<void> failOver();
    [[nodiscard]] Result<void> performOnMaster(const Deed& deed);
    void kill(Contender& contender);
    bool performOnTaps(Contender& one, const Deed& deed);
    [[nodiscard]] Result<void> performOnContender(const Deed& deed);

    Contender& contender(char who) { return contenders[static_cast<std::size_t>(who - 'A')]; }

    Options options;
    std::filesystem::path directory;
    std::vector<ServerClock> clocks;
    std::vector<RedisProcess> masters;
    std::array<bool, kMostMasters> isPlannedDead{};
    std::optional<RedisProcess> replica;
    std::optional<sandbox::ZooKeeperProcess> ensemble; ///< nullopt: masters
    std::unique_ptr<Gate> gate;
    std::vector<Contender> contenders;
    Recording recording;
    EventLoop loop;
    asio::local::stream_protocol::acceptor acceptor;
    std::unique_ptr<masters::Masters> observed;
    std::unique_ptr<NodeLook> nodes;
    unsigned rounds = 0;
    std::function<bool()> isAwaited; ///< empty: nobody waits
    std::function<void()> onAwaited;
    std::shared_ptr<WireTap::Scripts> scripts = WireTap::noScripts();
    Till till;
    std::uint64_t highestFence = 0;
};

Stage::Private::~Private()
{
    for (Contender& contender : contenders)
        contender.process.reset();
    masters.clear();
    replica.reset();
    ensemble.reset();
    loop.stop();
    gate.reset();
    // their sockets belong to the loop
    contenders.clear();
    observed.reset();
    nodes.reset();
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
    for (std::size_t i = 0; i < options.masters; ++i) {
        const std::string name(1, static_cast<char>('a' + i));
        std::vector<std::string> environment;
        auto arguments = storageOf(name);
        if (!arguments)
            return tl::make_unexpected(std::move(arguments.error()));
        arguments->insert(arguments->end(), {"--repl-diskless-sync-delay", "0"});
        if (options.areClocksSet) {
            auto clock = ServerClock::make(directory, name);
            if (!clock)
                return tl::make_unexpected(std::move(clock.error()));
            environment = clock->environment();
            clocks.push_back(std::move(*clock));
        }
        auto master = RedisProcess::start({.directory = directory,
            .name = name,
            .hasTcp = options.hasReplica && i == 0,
            .extraArguments = std::move(*arguments),
            .environment = std::move(environment)});
        if (!master)
            return tl::make_unexpected(std::move(master.error()));
        masters.push_back(std::move(*master));
    }
    return options.hasReplica ? startReplica().and_then([this] { return observe(); }) : observe();
}

/// The tick allows sessions of one TTL.
Result<void> Stage::Private::startEnsemble()
{
    auto started = sandbox::ZooKeeperProcess::start(
        {.directory = directory, .tick = std::max(options.ttl / 10, milliseconds(1))});
    if (!started)
        return tl::make_unexpected(std::move(started.error()));
    ensemble = std::move(*started);
    loop.call([this] {
        nodes = std::make_unique<NodeLook>(loop, ensemble->url(), options.locks,
            [this](int lock, const auto& queue) { seeQueue(lock, queue); });
    });
    return {};
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

std::filesystem::path Stage::Private::dataOf(const RedisProcess& master) const
{
    return directory / (master.socketPath().stem().native() + "-data");
}

Result<std::vector<std::string>> Stage::Private::storageOf(const std::string& name) const
{
    if (!options.isDataKept)
        return std::vector<std::string>();
    const std::filesystem::path place = directory / (name + "-data");
    std::error_code error;
    std::filesystem::create_directory(place, error);
    if (error)
        return systemError(
            Substitute(trNoop("can't make a directory like $0", "data"), place.native()),
            error.value());
    return std::vector<std::string>{
        "--dir", place.native(), "--appendonly", "yes", "--appendfsync", "always"};
}

Result<void> Stage::Private::startReplica()
{
    auto ready
        = setUp([this] { gate = std::make_unique<Gate>(loop.context(), masters[0].port()); });
    if (!ready)
        return ready;
    auto arguments = storageOf("replica");
    if (!arguments)
        return tl::make_unexpected(std::move(arguments.error()));
    arguments->insert(arguments->end(), {"--replicaof", "127.0.0.1", std::to_string(gate->port())});
    auto started = RedisProcess::start({.directory = directory,
        .name = "replica",
        .hasTcp = false,
        .extraArguments = std::move(*arguments)});
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
    if (ensemble)
        return {ensemble->url()};
    std::vector<std::string> urls;
    for (const RedisProcess& master : masters)
        urls.push_back(master.unixUrl());
    return urls;
}

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

Result<void> Stage::Private::openControl()
{
    contenders.resize(kMostContenders); // fixed addresses from here on
    for (std::size_t i = 0; i < contenders.size(); ++i)
        contenders[i].who = static_cast<char>('A' + i);
    return setUp([this] {
        acceptor.open();
        acceptor.bind(asio::local::stream_protocol::endpoint(controlSocket().native()));
        acceptor.listen();
        accept();
    });
}

void Stage::Private::openTaps(Contender& contender)
{
    for (std::size_t m = 0; m < masters.size(); ++m) {
        const char id = static_cast<char>('a' + m);
        contender.taps.emplace_back(loop.context(),
            WireTap::Ends{tapSocket(contender.who, id), masters[m].socketPath(), contender.who, id,
                options.locks, scripts},
            recording.sent, [this] { changed(); });
    }
}

Result<void> Stage::Private::startContender(
    Contender& contender, const Variant& way, milliseconds ttl)
{
    if (contender.process)
        kill(contender);
    auto ready = setUp([&] {
        if (contender.taps.empty())
            openTaps(contender);
        if (ensemble && !contender.way)
            contender.way = std::make_unique<FrameProxy>(ensemble->port());
        contender.isKilled = false;
        contender.isFenced = way.isFenced;
        contender.problem.reset();
    });
    if (!ready)
        return ready;
    ContenderOptions told{.control = controlSocket(),
        .who = contender.who,
        .scheme = way.scheme,
        .ttl = ttl,
        .timeout = std::max(ttl / kTimeoutsPerTtl, kLeastTimeout),
        .isRenewed = way.isRenewed,
        .longest = way.longest,
        .isFenced = way.isFenced,
        .isReentrant = way.isReentrant,
        .isProtected = way.isProtected,
        .isGivingUp = way.isGivingUp,
        .polling = way.polling,
        .jitter = way.jitter,
        .value = way.value,
        .quarantine = way.quarantine};
    if (ensemble)
        told.urls = {Substitute("zk://127.0.0.1:$0", contender.way->port())};
    for (std::size_t m = 0; m < masters.size(); ++m)
        told.urls.push_back(
            sandbox::unixUrlOf(tapSocket(contender.who, static_cast<char>('a' + m))));
    auto process = ChildProcess::start(sandbox::Program::self(contenderArguments(told)));
    if (!process)
        return tl::make_unexpected(std::move(process.error()));
    contender.process = std::move(*process);
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
                if (Contender* const gone = line->contender; gone && gone->control == socket)
                    lose(*gone);
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

void Stage::Private::lose(Contender& contender)
{
    contender.control.reset();
    contender.wants = 0;
    contender.problem = Error{ErrorClass::System,
        Substitute(trNoop("contender $0 has ended, which was not planned", "data"),
            std::string(1, contender.who))};
    endBeliefs(contender, BootClock::now());
    changed();
}

void Stage::Private::hear(Line& line, const std::shared_ptr<Socket>& socket, const Message& message)
{
    const std::string what = message.value("is", "");
    if (what == "here") {
        line.contender = &contender(message.value("who", "A").front());
        line.contender->control = socket;
        line.contender->pid = message.value("pid", std::int64_t{0});
    } else if (line.contender != nullptr && line.contender->control == socket) {
        hear(*line.contender, what, message);
    }
}

void Stage::Private::hear(Contender& contender, const std::string& what, const Message& message)
{
    const SteadyTime at = timeOf(message.value("at", std::int64_t{0}));
    const SteadyTime until = timeOf(message.value("until", std::int64_t{0}));
    const int lock = message.value("lock", 1);
    Belief*& belief = beliefOf(contender, lock);
    if (what == "wants") {
        contender.wants = lock;
        contender.since = at;
    } else if (what == "holds") {
        contender.wants = 0;
        if (belief != nullptr) { // re-entrant
            belief->to = until;
            return;
        }
        contender.since = at;
        belief = &recording.beliefs.emplace_back(
            Belief{.who = contender.who, .lock = lock, .from = at, .to = until});
        if (message.contains("fence"))
            belief->fence = message.value("fence", std::uint64_t{0});
    } else if (what == "prolongs" && belief != nullptr) {
        belief->to = until;
    } else if (what == "lost" || what == "frees") {
        endBelief(contender, lock, at);
    } else if (what == "gives up") {
        recording.gaveUp.push_back({contender.who, at});
    } else if (what == "freed") {
        contender.hasFreed = true;
    } else if (what == "failed") {
        contender.wants = 0;
        contender.since = at;
        contender.problem = Error{ErrorClass::System,
            Substitute("$0: $1", std::string(1, contender.who), message.value("why", ""))};
    } else if (what == "reads") {
        contender.hasRead = true;
        recording.reads.push_back({contender.who, at, till.stock});
        say(contender, {{"answer", till.stock}});
    } else if (what == "sells") {
        hearSale(contender, message);
    }
}

void Stage::Private::hearSale(Contender& contender, const Message& message)
{
    const std::uint64_t fence = message.value("fence", std::uint64_t{0});
    Sale sale{.who = contender.who,
        .at = BootClock::now(),
        .amount = message.value("amount", 0),
        .left = message.value("left", 0),
        .isRefused = contender.isFenced && fence < highestFence};
    highestFence = std::max(highestFence, fence);
    if (sale.isRefused) {
        ++till.refused;
    } else {
        till.stock = sale.left;
        till.sold += sale.amount;
    }
    recording.sales.push_back(sale);
    contender.hasSold = true;
    say(contender, {{"answer", !sale.isRefused}});
}

void Stage::Private::say(const Contender& contender, const Message& message)
{
    if (!contender.control)
        return;
    const std::string line = message.dump() + "\n";
    std::error_code ignored; // read() notices a contender that is gone
    contender.control->write_some(asio::buffer(line), ignored);
}

void Stage::Private::look(std::size_t master, unsigned round)
{
    if (round != rounds)
        return; // a later round is polling
    constexpr std::size_t kQuestions = 3; // per lock
    redis::Pipeline questions;
    for (int lock = 1; lock <= options.locks; ++lock) {
        questions.add({"PTTL", resourceOf(lock)});
        questions.add({"GETRANGE", resourceOf(lock), "0", "255"});
        questions.add({"HSCAN", resourceOf(lock), "0"});
    }
    auto replies = std::make_shared<std::vector<Result<redis::Reply>>>();
    const std::size_t count = questions.size();
    const SteadyTime asked = BootClock::now();
    observed->transports()[master]->sendAll(questions, kLeastTimeout,
        [this, master, round, count, asked, replies](Result<redis::Reply>&& reply) {
            replies->push_back(std::move(reply));
            if (replies->size() < count)
                return;
            const std::span all(*replies);
            for (int lock = 1; lock <= options.locks; ++lock)
                see({static_cast<char>('a' + master), lock},
                    all.subspan(static_cast<std::size_t>(lock - 1) * kQuestions, kQuestions),
                    asked);
            loop.schedule(
                BootClock::now() + kRereading, [this, master, round] { look(master, round); });
        });
}

/// A TTL longer than expected was written again.
void Stage::Private::see(
    Place place, std::span<const Result<redis::Reply>> replies, SteadyTime asked)
{
    if (!replies[0])
        return; // its data may be unchanged
    const SteadyTime now = BootClock::now();
    const auto open = std::ranges::find_if(recording.stored, [&](const Stored& stored) {
        return stored.master == place.master && stored.lock == place.lock && !stored.to;
    });
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
            && (!ttl || *ttl <= *open->ttl - (asked - open->from) + kRewritten);
        if (open->value == value && isSameTtl)
            return;
        open->to = now;
    }
    recording.stored.push_back({.master = place.master,
        .lock = place.lock,
        .value = std::move(value),
        .from = now,
        .ttl = ttl});
    changed();
}

/// The first node is the stored lock. Creating a node requests the lock; the others count as
/// refused.
void Stage::Private::seeQueue(int lock, const std::vector<NodeLook::Place>& queue)
{
    const SteadyTime now = BootClock::now();
    const auto whoOf = [this](std::int64_t pid) {
        const auto found = std::ranges::find(contenders, pid, &Contender::pid);
        return found == contenders.end() || pid == 0 ? char{0} : found->who;
    };
    for (const NodeLook::Place& place : queue) {
        const bool isFirst = &place == &queue.front();
        const auto known = std::ranges::find(recording.sent, place.name, &Sent::value);
        if (known == recording.sent.end()) {
            recording.sent.push_back({.who = whoOf(place.pid),
                .lock = lock,
                .command = "create",
                .value = place.name,
                .at = now,
                .passedAt = now,
                .answeredAt = now,
                .isYes = isFirst,
                .isTaking = true});
        } else if (isFirst && !known->isYes) {
            known->isYes = true;
            known->answeredAt = now;
        }
    }
    const std::string holder = queue.empty() ? std::string() : queue.front().name;
    const auto open = std::ranges::find_if(
        recording.stored, [&](const Stored& stored) { return stored.lock == lock && !stored.to; });
    if (open != recording.stored.end() && open->value == holder)
        return changed();
    if (open != recording.stored.end())
        open->to = now;
    if (!queue.empty())
        recording.stored.push_back({.lock = lock,
            .value = holder,
            .from = now,
            .ttl = options.ttl, // from its last ping
            .who = whoOf(queue.front().pid)});
    changed();
}

void Stage::Private::forget(std::size_t master)
{
    for (Stored& stored : recording.stored) {
        if (stored.master == static_cast<char>('a' + master) && !stored.to)
            stored.to = BootClock::now();
    }
}

std::optional<Error> Stage::Private::problem() const
{
    const auto found = std::ranges::find_if(
        contenders, [](const Contender& one) { return one.problem.has_value(); });
    return found == contenders.end() ? std::nullopt : found->problem;
}

/// Commands are deleted, too: first name the writers of long-stored values.
void Stage::Private::forgetBefore(SteadyTime time)
{
    for (Stored& stored : recording.stored) {
        if (stored.who == 0 && stored.from < time)
            stored.who = writerOf(stored, recording.sent);
    }
    std::erase_if(recording.stored, [&](const Stored& one) { return one.to && *one.to < time; });
    std::erase_if(
        recording.sent, [&](const Sent& one) { return one.answeredAt && *one.answeredAt < time; });
    std::erase_if(recording.beliefs, [&](const Belief& one) {
        return one.to < time && std::ranges::none_of(contenders, [&](const Contender& contender) {
            return std::ranges::find(contender.beliefs, &one) != contender.beliefs.end();
        });
    });
    std::erase_if(recording.reads, [&](const Read& one) { return one.at < time; });
    std::erase_if(recording.sales, [&](const Sale& one) { return one.at < time; });
    std::erase_if(recording.gaveUp, [&](const GaveUp& one) { return one.at < time; });
}

void Stage::Private::changed()
{
    if (onAwaited && isAwaited())
        std::exchange(onAwaited, nullptr)();
}

bool Stage::Private::isRefused(const Contender& contender) const
{
    return contender.wants != 0 && std::ranges::any_of(recording.sent, [&](const Sent& sent) {
        return sent.who == contender.who && sent.lock == contender.wants && sent.isTaking
            && sent.at >= contender.since && sent.answeredAt && !sent.isYes;
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
    Contender& about = contender(condition.who);
    switch (condition.kind) {
    case Condition::Kind::Holds:
        return beliefOf(about, condition.lock) != nullptr;
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
        if (what == "take")
            contender.problem.reset();
        say(contender, message);
    });
}

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
        for (Contender& contender : contenders) {
            if (!contender.taps.empty())
                contender.taps[0].moveTo(masters[0].socketPath());
        }
    });
    return observe();
}

Result<void> Stage::Private::performOnMaster(const Deed& deed)
{
    if (ensemble) {
        deed.kind == Deed::Kind::Pause ? ensemble->suspend() : ensemble->resume();
        return {};
    }
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
        if (options.isDataKept && deed.kind == Deed::Kind::StartEmpty) {
            master.stop();
            std::error_code ignored; // if it fails, the old data is visible
            std::filesystem::remove_all(dataOf(master) / "appendonlydir", ignored);
        }
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

/// Sent and held commands are lost, too.
void Stage::Private::kill(Contender& contender)
{
    loop.call([&] {
        contender.isKilled = true;
        contender.control.reset();
        contender.wants = 0;
        for (WireTap& tap : contender.taps)
            tap.drop();
        endBeliefs(contender, BootClock::now());
    });
    contender.process->kill();
}

bool Stage::Private::performOnTaps(Contender& one, const Deed& deed)
{
    const auto each = [&](auto act) {
        loop.call([&] {
            for (WireTap& tap : one.taps)
                act(tap);
        });
    };
    const auto to = [&](auto act) {
        loop.call([&] { act(one.taps[static_cast<std::size_t>(deed.master - 'a')]); });
    };
    switch (deed.kind) {
    case Deed::Kind::HoldAt:
        each([&](WireTap& tap) { tap.holdAt(deed.point); });
        return true;
    case Deed::Kind::LoseReply:
        each([](WireTap& tap) { tap.loseReply(); });
        if (one.way)
            one.way->cutReplyTo(zookeeper::Opcode::Create);
        return true;
    case Deed::Kind::GoOn:
        each([](WireTap& tap) { tap.goOn(); });
        return true;
    case Deed::Kind::CutOff:
    case Deed::Kind::Reach:
        to([&](WireTap& tap) { tap.setCutOff(deed.kind == Deed::Kind::CutOff); });
        return true;
    case Deed::Kind::Far:
        to([this](WireTap& tap) { tap.setDelay(options.ttl / kFarPerTtl); });
        return true;
    case Deed::Kind::Near:
        to([](WireTap& tap) { tap.setDelay({}); });
        return true;
    default:
        return false;
    }
}

Result<void> Stage::Private::performOnContender(const Deed& deed)
{
    Contender& one = contender(deed.who);
    const bool isOfProcess = deed.kind != Deed::Kind::End && deed.kind != Deed::Kind::Fill;
    if (isOfProcess && (!one.process || one.isKilled))
        return fail(ErrorClass::InvalidArgument,
            Substitute(trNoop("$0 is dead, and can't do that", "data"), std::string(1, one.who)));
    if (performOnTaps(one, deed))
        return {};
    switch (deed.kind) {
    case Deed::Kind::SetAhead:
        tell(one, {{"do", "set ahead"}, {"amount", deed.amount}});
        break;
    case Deed::Kind::Take:
        tell(one, {{"do", "take"}, {"lock", deed.lock}});
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
    case Deed::Kind::Leave:
        tell(one, {{"do", "leave"}});
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
    case Deed::Kind::Fill:
        loop.call([this] { till = {}; });
        break;
    default:
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
    auto started = d->makeDirectory()
                       .and_then([&] {
                           return options.isInZooKeeper ? d->startEnsemble() : d->startMasters();
                       })
                       .and_then([&] { return d->openControl(); });
    if (!started)
        return tl::make_unexpected(std::move(started.error()));
    return std::unique_ptr<Stage>(new Stage(std::move(d)));
}

Result<void> Stage::startContender(char who, const Variant& way, milliseconds ttl)
{
    return m_d->startContender(m_d->contender(who), way, ttl);
}

Result<void> Stage::awaitContenders()
{
    const bool areHere = awaitThat(
        [this] {
            return std::ranges::all_of(m_d->contenders, [](const Contender& one) {
                return !one.process || one.isKilled || one.problem || one.control != nullptr;
            });
        },
        BootClock::now() + kStartTimeout);
    if (areHere)
        return {};
    return fail(ErrorClass::System, trNoop("the contenders did not start in time", "data"));
}

void Stage::begin()
{
    m_d->loop.call([this] { m_d->recording.start = BootClock::now(); });
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
        if (isTrue())
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
            return m_d->problem() || std::ranges::any_of(conditions, [this](const Condition& one) {
                return m_d->isTrue(one);
            });
        },
        until);
}

std::vector<std::string> Stage::urls() const
{
    return m_d->urls();
}

std::optional<Error> Stage::failure()
{
    if (m_d->ensemble && !m_d->ensemble->isRunning())
        return Error{ErrorClass::System,
            trNoop("the ZooKeeper server has ended, which was not planned", "data")};
    for (std::size_t i = 0; i < m_d->masters.size(); ++i) {
        if (!m_d->isPlannedDead[i] && !m_d->masters[i].isRunning())
            return Error{ErrorClass::System,
                Substitute(trNoop("master $0 has ended, which was not planned", "data"),
                    std::string(1, static_cast<char>('a' + i)))};
    }
    return m_d->loop.call([this] { return m_d->problem(); });
}

Recording Stage::recordingSince(SteadyTime time)
{
    m_d->loop.call([&] { m_d->forgetBefore(time); });
    Recording seen = recording();
    seen.start = std::max(seen.start, time);
    return seen;
}

std::vector<ContenderState> Stage::contenders()
{
    std::vector<ContenderState> states = m_d->loop.call([this] {
        std::vector<ContenderState> found;
        for (const Contender& one : m_d->contenders) {
            if (one.taps.empty())
                continue;
            found.push_back({.who = one.who,
                .isAlive = !one.isKilled,
                .wants = one.wants != 0,
                .holds = one.beliefs[0] != nullptr,
                .since = one.since,
                .until = one.beliefs[0] != nullptr ? one.beliefs[0]->to : SteadyTime(),
                .problem = one.problem ? one.problem->text : std::string()});
        }
        return found;
    });
    for (ContenderState& state : states)
        state.isAlive = state.isAlive && m_d->contender(state.who).process->isRunning();
    return states;
}

Till Stage::till()
{
    return m_d->loop.call([this] { return m_d->till; });
}

bool Stage::isRunning(std::size_t master)
{
    return m_d->masters[master].isRunning();
}

bool Stage::hasReplica() const noexcept
{
    return m_d->replica.has_value();
}

Recording Stage::recording()
{
    return m_d->loop.call([this] {
        Recording seen = m_d->recording;
        seen.end = BootClock::now();
        for (const Contender& one : m_d->contenders) {
            if (one.wants != 0)
                seen.waiting.push_back(one.who);
            if (one.isKilled)
                seen.dead.push_back(one.who);
        }
        return seen;
    });
}

} // namespace lockkeeper::lab
