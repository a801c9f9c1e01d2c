// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_client.h"

#include "core/agent/board_wire.h"
#include "core/agent/host_port.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/percent.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cstdlib>
#include <httplib.h>
#include <optional>
#include <utility>

namespace lockkeeper::agent {

namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kEncrypted = "https://";

Result<Secret> tokenOfEnvironment()
{
    constexpr std::size_t kLongest = 512;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* const variable = std::getenv(kAgentTokenVariable);
    if (variable == nullptr)
        return Secret();
    std::string token(variable);
    if (token.empty() || token.size() > kLongest || !std::ranges::all_of(token, isToken68))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop(
                    "$0 holds no token: it has letters, digits and characters of -._~+/=", "data"),
                kAgentTokenVariable));
    return Secret(std::move(token));
}

std::optional<std::string> pathIn(std::string_view text)
{
    if (text.empty())
        return std::string();
    if (!text.starts_with(kDeploymentsPath) || text.find_first_of("?#") != text.npos)
        return std::nullopt;
    text.remove_prefix(kDeploymentsPath.size());
    const auto name = text.starts_with('/') ? percentDecode(text.substr(1)) : std::nullopt;
    return name ? std::optional(pathOfDeployment(*name)) : std::nullopt;
}

} // namespace

Result<AgentAddress> AgentAddress::read(std::string_view url)
{
    std::string_view rest = url;
    while (rest.ends_with('/'))
        rest.remove_suffix(1);
    const bool isEncrypted = toAsciiLower(rest).starts_with(kEncrypted);
    const std::string_view scheme = isEncrypted ? kEncrypted : kPlain;
    const bool hasScheme = toAsciiLower(rest).starts_with(scheme);
    rest.remove_prefix(hasScheme ? scheme.size() : 0);
    const std::string_view host = rest.substr(0, rest.find('/'));
    const auto path = pathIn(rest.substr(host.size()));
    const auto place = hasScheme ? HostPort::parse(host) : std::nullopt;
    if (!place || place->port == 0 || !path)
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(trNoop("'$0' is no agent: give its URL, as http://localhost:7737 or "
                                    "https://HOST/deployments/NAME; the token is in $1",
                                 "data"),
                displaySafe(url.substr(0, url.find('@') == url.npos ? url.size() : 0)),
                kAgentTokenVariable));
    if (!isEncrypted && !place->isLoopback())
        return fail(ErrorClass::InvalidUrl,
            absl::Substitute(
                trNoop("http:// to $0 is not encrypted: use https://, or an SSH tunnel (ssh -L "
                       "7737:localhost:7737 $0) and http://localhost:7737",
                    "data"),
                displaySafe(place->host)));
    auto token = tokenOfEnvironment();
    if (!token)
        return tl::make_unexpected(token.error());
    return AgentAddress{std::string(scheme) + toAsciiLower(host) + *path, std::move(*token)};
}

namespace {

enum Status : int {
    Ok = 200,
    Unauthorized = 401,
    Forbidden = 403,
    NotFound = 404,
    Unavailable = 503
};

Error answerError(int status, bool hasToken)
{
    switch (status) {
    case Unauthorized:
        return {ErrorClass::AuthRequired,
            absl::Substitute(hasToken ? trNoop("the agent refuses the token in $0", "data")
                                      : trNoop("the agent wants a token: set $0", "data"),
                kAgentTokenVariable),
            {}};
    case Forbidden:
        return {ErrorClass::NoPermission,
            trNoop("the agent refuses a request under this name of its host", "data"), {}};
    case NotFound:
        return {ErrorClass::Unsupported,
            trNoop("there is no board: use the URL that `lockctl serve` prints, and with --all "
                   "/deployments/NAME behind it",
                "data"),
            {}};
    case Unavailable:
        return {ErrorClass::TooManyClients, trNoop("the agent has too many clients", "data"), {}};
    default:
        return {ErrorClass::Unsupported,
            absl::Substitute(trNoop("the agent answers with HTTP status $0", "data"), status), {}};
    }
}

Error failure(httplib::Error error)
{
    switch (error) {
    case httplib::Error::Connection:
    case httplib::Error::ConnectionTimeout:
        return {ErrorClass::Unreachable, trNoop("the agent can't be reached", "data"), {}};
    case httplib::Error::SSLConnection:
    case httplib::Error::SSLLoadingCerts:
    case httplib::Error::SSLServerVerification:
        return {
            ErrorClass::TlsFailed, trNoop("the agent's certificate can't be trusted", "data"), {}};
    default:
        return {ErrorClass::Unreachable, trNoop("the agent does not answer", "data"), {}};
    }
}

} // namespace

AgentStream::AgentStream(const AgentAddress& address)
    : m_address(address)
    , m_client(std::make_unique<httplib::Client>(address.origin()))
{
    m_client->set_connection_timeout(kSilence);
    m_client->set_read_timeout(kSilence);
    m_client->set_write_timeout(kSilence);
    m_client->set_keep_alive(false);
    m_client->set_decompress(false); // a small answer may become huge
    m_client->set_tcp_nodelay(true);
}

AgentStream::~AgentStream() = default;

Error AgentStream::read(
    const std::string& lastEventId, const std::function<bool(std::string_view)>& take)
{
    httplib::Headers headers{{"Accept", kWireType}, {"Accept-Encoding", "identity"}};
    if (!lastEventId.empty())
        headers.emplace("Last-Event-ID", lastEventId);
    if (!m_address.token.isEmpty())
        headers.emplace("Authorization", "Bearer " + m_address.token.reveal());
    int status = 0;
    const auto result = m_client->Get(
        m_address.path() + "/board", headers,
        [&](const httplib::Response& response) {
            status = response.status;
            const bool isBoard = response.get_header_value("Content-Type") == kWireType;
            if (status == Ok && !isBoard)
                status = NotFound;
            return status == Ok && !m_isStopped;
        },
        [&](const char* bytes, std::size_t size) {
            return !m_isStopped && take({bytes, size});
        });
    if (status != 0 && status != Ok)
        return answerError(status, !m_address.token.isEmpty());
    return failure(result.error());
}

void AgentStream::stop()
{
    m_isStopped = true;
    m_client->stop();
}

namespace {

using namespace std::chrono_literals;

constexpr auto kShortestPause = 100ms;
constexpr auto kLongestPause = 1s;
/// An update so late is in a jam: reconnecting is faster.
constexpr auto kLate = 10s;

} // namespace

Result<Hello> greet(const AgentAddress& address, const Clock& clock)
{
    AgentStream stream(address);
    BoardReader reader(clock.now());
    Result<Hello> found = fail(ErrorClass::Unreachable, {});
    bool isFound = false;
    const Error why = stream.read({}, [&](std::string_view bytes) {
        auto messages = reader.take(bytes, clock.now());
        isFound = !messages || !messages->empty();
        if (!messages)
            found = tl::make_unexpected(messages.error());
        else if (isFound)
            found = std::get<Hello>(std::move(messages->front()));
        return !isFound;
    });
    if (!isFound)
        return tl::make_unexpected(why);
    return found;
}

config::Deployment deploymentOf(const Hello& hello, const std::string& url)
{
    config::Deployment deployment{.name = hello.name,
        .patterns = hello.patterns,
        .interval = hello.interval,
        .deploymentClass = hello.deploymentClass,
        .isReadOnly = true};
    for (const AgentMaster& master : hello.masters) {
        config::MasterConfig config{.id = master.id};
        config.url.host = master.label + " by " + url;
        deployment.masters.push_back(std::move(config));
    }
    return deployment;
}

AgentClient::AgentClient(
    const AgentAddress& address, Hello known, const Clock& clock, UpdateHandler onUpdate)
    : m_known(std::move(known))
    , m_clock(clock)
    , m_onUpdate(std::move(onUpdate))
    , m_stream(address)
    , m_board(clock)
    , m_thread([this] { run(); })
{ }

AgentClient::~AgentClient()
{
    {
        std::unique_lock lock(m_mutex);
        m_isEnding = true;
        m_wake.notify_all();
        // A connection in progress can't be stopped yet.
        while (!m_hasEnded) {
            lock.unlock();
            m_stream.stop();
            lock.lock();
            m_wake.wait_for(lock, 20ms, [this] { return m_hasEnded; });
        }
    }
    m_thread.join();
}

void AgentClient::run()
{
    do {
        const Error why = readStream();
        m_onUpdate(m_board.lose(why));
    } while (pause());
    const std::unique_lock lock(m_mutex);
    m_hasEnded = true;
    m_wake.notify_all();
}

Error AgentClient::readStream()
{
    BoardReader reader(m_clock.now());
    const std::string lastEventId
        = m_board.latest() ? m_run + "-" + std::to_string(*m_board.latest()) : std::string();
    std::optional<Error> rejected;
    const Error ended = m_stream.read(lastEventId, [&](std::string_view bytes) {
        Error why;
        const bool isGood = take(reader, bytes, why);
        if (!isGood)
            rejected = why;
        return isGood;
    });
    return rejected.value_or(ended);
}

bool AgentClient::take(BoardReader& reader, std::string_view bytes, Error& why)
{
    auto messages = reader.take(bytes, m_clock.now());
    if (!messages) {
        why = messages.error();
        return false;
    }
    for (BoardReader::Message& message : *messages) {
        if (const auto* hello = std::get_if<Hello>(&message)) {
            if (!takeHello(*hello, why))
                return false;
            continue;
        }
        const auto update = m_board.take(std::get<SentUpdate>(std::move(message)));
        why = {ErrorClass::Unreachable, trNoop("the agent does not answer", "data"), {}};
        if (!update) {
            m_board.forgetLatest();
            return false;
        }
        m_pause = 0ms;
        m_onUpdate(*update);
        if (reader.late() > kLate)
            return false;
    }
    return true;
}

bool AgentClient::takeHello(const Hello& hello, Error& why)
{
    if (hello.masters != m_known.masters || hello.name != m_known.name) {
        why = {ErrorClass::Unsupported,
            trNoop("the agent watches other masters than before: open another window", "data"), {}};
        return false;
    }
    if (std::exchange(m_run, hello.run) != hello.run)
        m_board.forgetLatest();
    return true;
}

bool AgentClient::pause()
{
    m_pause = std::clamp<std::chrono::milliseconds>(2 * m_pause, kShortestPause, kLongestPause);
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, m_pause, [this] { return m_isEnding; });
}

} // namespace lockkeeper::agent
