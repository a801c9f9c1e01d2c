// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/board_look.h"
#include "app/ctl/commands/commands.h"
#include "app/ctl/console.h"
#include "app/ctl/diagnostics.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/output/json_output.h"
#include "app/ctl/serve/http_face.h"
#include "app/ctl/serve/http_server.h"
#include "app/ctl/serve/listen_address.h"
#include "app/ctl/serve/service_notice.h"
#include "app/ctl/signal_pipe.h"
#include "app/ctl/target.h"
#include "app/ctl/update_queue.h"
#include "core/history/usual_hold_table.h"
#include "core/observe/watcher.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <malloc.h>
#include <optional>
#include <sys/resource.h>

namespace lockkeeper::ctl {
namespace {

/// Raises the limit of descriptors. InvalidArgument if the system allows fewer than the clients can
/// need, one each and one that wakes it: they would use up those of the masters.
Result<void> allowDescriptors(std::size_t clients)
{
    constexpr rlim_t kForMasters = 256; // and files, and the clients that places are kept for
    constexpr rlim_t kWanted = 8192; // many systems allow 1024 unless asked for more
    const rlim_t needed = 2 * clients + HttpServer::kMostPending + kForMasters;
    ::rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return {};
    if (limit.rlim_max < needed)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("--max-clients: $0 clients need $1 open files, and the system "
                                    "allows $2 (ulimit -Hn)",
                                 "data"),
                clients, needed, limit.rlim_max));
    if (limit.rlim_cur < kWanted) {
        limit.rlim_cur = std::min(kWanted, limit.rlim_max);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    return {};
}

/// Who may connect, and where.
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
                options.listen, kServeTokenVariable));
    return Access{std::move(*address), std::move(*token)};
}

void announce(const GlobalOptions& globals, const std::string& url, bool isTokenNeeded)
{
    if (globals.isJson) {
        print(asLine({{"url", url}, {"token", isTokenNeeded}}));
        return;
    }
    print(url + "/metrics\n" + url + "/locks\n" + url + "/events\n" + url + "/healthz\n"
        + (isTokenNeeded ? tr("for clients that show the token; ends with Ctrl-C")
                         : tr("for programs of this host; ends with Ctrl-C"))
        + "\n");
}

/// Puts updates into the store until a signal comes or the watcher reports an error. Returns the
/// exit code.
int serveUpdates(UpdateQueue& queue, SignalPipe& signals, BoardStore& store,
    const config::Deployment& deployment)
{
    Diagnostics diagnostics(deployment);
    while (true) {
        static_cast<void>(waitFor({signals.descriptor(), queue.descriptor()}));
        if (signals.take())
            return kExitDone;
        const auto update = queue.take();
        if (!update)
            continue;
        if (update->error)
            return printErrorAndExitCode(*update->error);
        diagnostics.show(*update);
        store.take(*update);
    }
}

/// A thread for each client makes and frees large texts: in a heap of its own, each would keep
/// some megabytes.
void shareHeap()
{
    constexpr int kHeaps = 2;
    ::mallopt(M_ARENA_MAX, kHeaps); // NOLINT(concurrency-mt-unsafe): before other threads begin
}

} // namespace

int runCommand(const GlobalOptions& globals, const ServeOptions& options)
{
    shareHeap();
    auto access = checkedAccess(options);
    if (!access)
        return printErrorAndExitCode(access.error());
    if (const auto allowed = allowDescriptors(options.mostClients); !allowed)
        return printErrorAndExitCode(allowed.error());
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    auto listener = listenOn(access->address);
    if (!listener)
        return printErrorAndExitCode(listener.error());
    SignalPipe signals{SIGINT, SIGTERM, SIGHUP};
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    UpdateQueue queue;
    const history::UsualHoldTable usualHolds(historyFileOf(globals, target->deployment));
    observe::Watcher watcher(target->deployment, clock, processes,
        [&](const observe::BoardUpdate& update) { queue.put(update); },
        {.usualHold = usualHolds.lookUp(), .least = leastOf(globals)});
    BoardStore store(target->deployment,
        {.isPerLock = options.isPerLock,
            .staleAfter = options.staleAfter,
            .isStopped = [&signals]() -> bool { return waitFor({signals.descriptor()}, 0)[0]; }},
        clock);
    const std::string url = urlOfListener(listener->get());
    const bool isTokenNeeded = access->token.isNeeded();
    const HttpFace face(store, std::move(access->token));
    std::optional<HttpServer> server;
    server.emplace(
        std::move(*listener), [&face](const Question& question) { return face.answer(question); },
        options.mostClients);
    announce(globals, url, isTokenNeeded);
    notifyService("READY=1");
    const int exitCode = serveUpdates(queue, signals, store, target->deployment);
    notifyService("STOPPING=1");
    server.reset();
    watcher.stop();
    leave(exitCode);
}

} // namespace lockkeeper::ctl
