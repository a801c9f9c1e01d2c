// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/diagnostics.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/signal_pipe.h"
#include "app/ctl/base/watched.h"
#include "app/ctl/command.h"
#include "app/ctl/serve/http_face.h"
#include "app/ctl/serve/http_server.h"
#include "core/agent/host_port.h"
#include "core/config/deployments_file.h"
#include "core/files/system_error.h"
#include "core/files/unique_fd.h"
#include "core/loop/descriptor_limit.h"
#include "core/result.h"
#include "core/text/display_safe.h"
#include "core/text/private_memory.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>
#include <vector>

namespace lockkeeper::ctl {

namespace {

/// sd_notify(3): a state such as "READY=1", if NOTIFY_SOCKET is set. Never blocks.
void notifyService(std::string_view state) noexcept
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* variable = std::getenv("NOTIFY_SOCKET");
    const std::string_view path(variable != nullptr ? variable : "");
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if ((!path.starts_with('/') && !path.starts_with('@'))
        || path.size() >= sizeof address.sun_path)
        return;
    path.copy(address.sun_path, path.size());
    if (path.front() == '@')
        address.sun_path[0] = '\0'; // an abstract name
    const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto length = static_cast<::socklen_t>(offsetof(::sockaddr_un, sun_path) + path.size());
    [[maybe_unused]] const auto sent = ::sendto(socket.get(), state.data(), state.size(),
        MSG_DONTWAIT | MSG_NOSIGNAL, reinterpret_cast<const ::sockaddr*>(&address), length);
}

} // namespace

struct ListenAddress {
    std::string host; ///< without brackets
    std::uint16_t port = 0; ///< 0: any
    bool isLoopback = false;

    /// `127.0.0.1:7737`, `[::1]:7737` or `localhost:7737`; else InvalidArgument.
    [[nodiscard]] static Result<ListenAddress> parse(std::string_view text);
};

/// Accepting never blocks. InvalidArgument or System, such as for a taken port.
[[nodiscard]] Result<UniqueFd> listenOn(const ListenAddress& address);

namespace {

struct ServeOptions {
    std::string listen = "127.0.0.1:7737";
    std::string tokenFile;
    std::uint32_t mostClients = 256;
    std::chrono::milliseconds staleAfter{10'000};
    bool isPerLock = false;
    bool hasBoard = false;
};

struct SocketAddress {
    ::sockaddr_storage storage{};
    ::socklen_t length = 0;
};

std::optional<SocketAddress> socketAddressOf(const std::string& host, std::uint16_t port)
{
    SocketAddress address;
    auto& four = *reinterpret_cast<::sockaddr_in*>(&address.storage);
    if (::inet_pton(AF_INET, host.c_str(), &four.sin_addr) == 1) {
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
        address.length = sizeof four;
        return address;
    }
    auto& six = *reinterpret_cast<::sockaddr_in6*>(&address.storage);
    if (::inet_pton(AF_INET6, host.c_str(), &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        address.length = sizeof six;
        return address;
    }
    return std::nullopt;
}

} // namespace

Result<ListenAddress> ListenAddress::parse(std::string_view text)
{
    const auto wrong = [&] {
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("'$0' is not an address with a port, as 127.0.0.1:7737 or "
                                    "[::1]:7737",
                                 "data"),
                displaySafe(text)));
    };
    auto place = agent::HostPort::parse(text);
    if (!place || !place->port)
        return wrong();
    const bool isLoopback = place->isLoopback();
    if (place->host == "localhost")
        place->host = "127.0.0.1";
    if (!socketAddressOf(place->host, *place->port))
        return wrong();
    return ListenAddress{std::move(place->host), *place->port, isLoopback};
}

Result<UniqueFd> listenOn(const ListenAddress& address)
{
    constexpr int kBacklog = 128;
    const auto place = socketAddressOf(address.host, address.port);
    if (!place)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("no such address: $0", "data"), displaySafe(address.host)));
    UniqueFd socket(
        ::socket(place->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int yes = 1;
    if (socket.isOpen()) {
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (place->storage.ss_family == AF_INET6)
            ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    }
    if (!socket.isOpen()
        || ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&place->storage), place->length)
            != 0
        || ::listen(socket.get(), kBacklog) != 0)
        return systemError(absl::Substitute(trNoop("can't listen on $0, port $1", "data"),
                               address.host, address.port),
            errno);
    return socket;
}

namespace {

std::string urlOfListener(int socket)
{
    SocketAddress address;
    address.length = sizeof address.storage;
    ::getsockname(socket, reinterpret_cast<::sockaddr*>(&address.storage), &address.length);
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.storage.ss_family == AF_INET6) {
        const auto& six = *reinterpret_cast<const ::sockaddr_in6*>(&address.storage);
        ::inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
        return std::string("http://[") + text.data() + "]:" + std::to_string(ntohs(six.sin6_port));
    }
    const auto& four = *reinterpret_cast<const ::sockaddr_in*>(&address.storage);
    ::inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
    return std::string("http://") + text.data() + ":" + std::to_string(ntohs(four.sin_port));
}

/// Raises the limit of descriptors. InvalidArgument if clients and masters would use up each
/// other's.
Result<void> allowDescriptors(std::size_t clients, std::uint64_t forMasters)
{
    constexpr std::uint64_t kForFiles = 64; // and clients with kept places
    constexpr std::uint64_t kLeast = 256;
    constexpr std::uint64_t kWanted = 8192;
    const std::uint64_t needed
        = clients + HttpServer::kMostWaiting + std::max(kLeast, forMasters + kForFiles);
    const std::uint64_t allowed = raiseDescriptorLimit(std::max(kWanted, needed));
    if (allowed < needed)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("--max-clients: $0 clients need $1 open files, and the system "
                                    "allows $2 (ulimit -Hn)",
                                 "data"),
                clients, needed, allowed));
    return {};
}

struct Access {
    ListenAddress address;
    AccessToken token;
};

Result<Access> checkedAccess(const ServeOptions& options)
{
    auto address = ListenAddress::parse(options.listen);
    if (!address)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("--listen: $0", "data"), address.error().text));
    auto token = AccessToken::read(options.tokenFile);
    if (!token)
        return tl::make_unexpected(token.error());
    if (!address->isLoopback && !token->isNeeded())
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("--listen: $0 is not a loopback address, so clients must show "
                                    "a token: use --token-file FILE or $1",
                                 "data"),
                options.listen, config::kServeTokenVariable));
    return Access{std::move(*address), std::move(*token)};
}

void announce(
    const GlobalOptions& globals, const std::string& url, bool isTokenNeeded, bool hasBoard)
{
    if (globals.isJson) {
        print(
            output::objectLine([&](auto& out) { out.field("url", url, "token", isTokenNeeded); }));
        return;
    }
    const std::string ofOne
        = globals.isAll ? url + "/deployments\n" : url + "/locks\n" + url + "/events\n";
    print((hasBoard ? url + "/\n" : "") + url + "/metrics\n" + ofOne + url + "/healthz\n"
        + (isTokenNeeded ? tr("for clients that show the token; ends with Ctrl-C")
                         : tr("for programs of this host; ends with Ctrl-C"))
        + "\n");
}

class Served {
public:
    Served(const Watched& watched LK_LIFETIME_BOUND, StoreOptions options, bool hasPage,
        const observe::ProcessProbe& processes LK_LIFETIME_BOUND,
        const Clock& clock LK_LIFETIME_BOUND)
        : m_watched(watched)
        , m_diagnostics(watched.target.deployment)
        , m_store(deploymentOf(watched), std::move(options), clock)
    {
        if (hasPage)
            m_page.emplace(deploymentOf(watched),
                PageStore::Options{m_store.run(), watched.target.lineOptions, processes}, clock);
        if (watched.failure)
            noteFailure();
    }

    void take(const observe::BoardUpdate& update)
    {
        const ErrorsOf named(m_watched.name);
        m_diagnostics.show(update);
        m_store.take(update);
        if (m_page)
            m_page->take(update);
    }
    void noteFailure()
    {
        complainAboutFailure(m_watched);
        m_store.fail(*m_watched.failure);
    }
    [[nodiscard]] ServedBoard board()
    {
        return {m_watched.name, m_store, m_page ? &*m_page : nullptr};
    }

private:
    static config::Deployment deploymentOf(const Watched& watched)
    {
        config::Deployment deployment = watched.target.deployment;
        if (watched.failure)
            deployment.name = watched.name;
        return deployment;
    }

    const Watched& m_watched;
    Diagnostics m_diagnostics;
    BoardStore m_store;
    std::optional<PageStore> m_page;
};

int serveUpdates(
    Watching& watching, SignalPipe& signals, const WatchedList& all, std::deque<Served>& served)
{
    while (true) {
        static_cast<void>(waitFor({signals.descriptor(), watching.descriptor()}));
        if (signals.take())
            return kExitDone;
        const auto take = [&](std::size_t i, const observe::BoardUpdate& update) {
            served[i].take(update);
            return true;
        };
        watching.takeAll(take, [&](std::size_t i) { served[i].noteFailure(); });
        if (haveAllFailed(all))
            return exitCodeOfFailed(all);
    }
}

class ServeCommand final : public Command {
public:
    void addOptions(CLI::App& serve) override
    {
        serve
            .add_option("--listen", m_options.listen,
                tr("Where to listen (default 127.0.0.1:7737). An address that other hosts reach "
                   "needs a token"))
            ->type_name("ADDRESS:PORT");
        serve
            .add_option("--token-file", m_options.tokenFile,
                tr("A private file with the token that clients must show"))
            ->type_name("FILE");
        serve
            .add_option("--max-clients", m_options.mostClients,
                tr("Answer at most N clients at a time (default 256)"))
            ->type_name("N")
            ->check(range(1, 1000, tr("INT in [$0 - $1]")));
        addTime(
            serve, "--stale-after",
            [this](std::chrono::milliseconds time) { m_options.staleAfter = time; },
            tr("/healthz fails if the data are older (default 10s)"));
        addPerLock(serve, m_options.isPerLock);
        serve.add_flag("--board", m_options.hasBoard,
            tr("Also show the locks to browsers, in a page at /. It changes nothing"));
        addOn(serve, m_hook);
        serve.footer(
            absl::Substitute(tr("The token may also be in $0. Clients show it as `Authorization: "
                                "Bearer TOKEN`.\nPaths: /metrics, /locks, /events, /healthz; "
                                "with --board, /. With --all: /metrics, /deployments, /healthz, "
                                "and the others below /deployments/NAME."),
                config::kServeTokenVariable));
    }
    std::vector<std::string>* argumentsBehindDashes() override { return &m_hook.command; }
    void check(const GlobalOptions& /*globals*/) override
    {
        checkOn(m_hook);
        if (m_options.staleAfter < std::chrono::seconds(2))
            throw CLI::ValidationError("--stale-after", tr("must be at least 2s"));
    }
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override;

private:
    [[noreturn]] void serve(const GlobalOptions& globals, WatchedList& all, SignalPipe& signals,
        Access access, UniqueFd listener) const;

    ServeOptions m_options;
    HookOptions m_hook;
};

int ServeCommand::run(const GlobalOptions& globals)
{
    shareHeap();
    if (const int refused = explainUnlessRunnable(m_hook); refused != kExitDone)
        return refused;
    auto access = checkedAccess(m_options);
    if (!access)
        return printErrorAndExitCode(access.error());
    auto all = openWatched(globals);
    if (!all)
        return printErrorAndExitCode(all.error());
    const auto allowed
        = allowDescriptors(m_options.mostClients, descriptorsFor(*all, !m_hook.events.empty()));
    if (!allowed)
        return printErrorAndExitCode(allowed.error());
    if (haveAllFailed(*all))
        return complainAndExitCode(*all);
    auto listener = listenOn(access->address);
    if (!listener)
        return printErrorAndExitCode(listener.error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    openHooks(*all, m_hook, Hook::Output::Errors);
    serve(globals, *all, signals, std::move(*access), std::move(*listener));
}

void ServeCommand::serve(const GlobalOptions& globals, WatchedList& all, SignalPipe& signals,
    Access access, UniqueFd listener) const
{
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    std::deque<Served> served;
    std::vector<ServedBoard> boards;
    std::vector<const BoardStore*> stores;
    for (const auto& one : all) {
        served.emplace_back(*one,
            StoreOptions{.staleAfter = m_options.staleAfter,
                .isStopped = [&signals]() -> bool { return waitFor({signals.descriptor()}, 0)[0]; },
                .hookCounts = [&hook = one->hook]() -> std::optional<HookCounts> {
                    return hook ? std::optional(hook->counts()) : std::nullopt;
                }},
            m_options.hasBoard, processes, clock);
        boards.push_back(served.back().board());
        stores.push_back(&boards.back().store);
    }
    const std::string url = urlOfListener(listener.get());
    const bool isTokenNeeded = access.token.isNeeded();
    MetricsTexts metrics(std::move(stores), m_options.isPerLock);
    std::unique_ptr<PageService> page;
    if (m_options.hasBoard)
        page.reset(new PageService{PageText::make(), "lockkeeper_" + url.substr(url.rfind(':') + 1),
            Logins(clock), clock});
    const HttpFace face(std::move(boards), metrics, std::move(access.token), std::move(page));
    std::optional<HttpServer> server;
    server.emplace(
        std::move(listener), [&face](const Question& question) { return face.answer(question); },
        m_options.mostClients);
    Watching watching(all);
    watching.start(globals, {.areHoldsWanted = true});
    announce(globals, url, isTokenNeeded, m_options.hasBoard);
    notifyService("READY=1");
    const int exitCode = serveUpdates(watching, signals, all, served);
    notifyService("STOPPING=1");
    server.reset();
    watching.stop();
    endHooks(all);
    leave(exitCode);
}

const CommandEntry<ServeCommand> kServeEntry(140, "serve",
    trNoop("Watch, and answer by HTTP: metrics for Prometheus, locks and events for programs"));

} // namespace
} // namespace lockkeeper::ctl
