// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_stream.h"

#include "core/agent/board_wire.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <httplib.h>

namespace lockkeeper::agent {
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
            trNoop("this is no agent: use the URL that `lockctl serve` prints", "data"), {}};
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
    , m_client(std::make_unique<httplib::Client>(address.url))
{
    m_client->set_connection_timeout(kSilence);
    m_client->set_read_timeout(kSilence);
    m_client->set_write_timeout(kSilence);
    m_client->set_keep_alive(false);
    m_client->set_decompress(false); // a small answer could become a huge one
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
        "/board", headers,
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

} // namespace lockkeeper::agent
