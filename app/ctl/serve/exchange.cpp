// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/exchange.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>

namespace lockkeeper::ctl {

ClientSocket::ClientSocket(UniqueFd socket, int stop)
    : m_socket(std::move(socket))
    , m_stop(stop)
    , m_deadline(systemClock().now())
{ }

ClientSocket::~ClientSocket()
{
    // Closing a socket that has unread bytes resets the connection, and the client may lose the end
    // of the answer. So what a client sent too much is read, as far as it is there.
    ::shutdown(m_socket.get(), SHUT_WR);
    constexpr int kMostReads = 16;
    std::array<char, 4096> rest{};
    for (int i = 0; i < kMostReads; ++i) {
        if (::recv(m_socket.get(), rest.data(), rest.size(), MSG_DONTWAIT) <= 0)
            break;
    }
}

void ClientSocket::allow(std::chrono::milliseconds time)
{
    m_deadline = deadlineAfter(systemClock().now(), time);
}

bool ClientSocket::write(std::string_view bytes)
{
    while (!m_isBroken && !bytes.empty()) {
        const auto sent
            = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            m_isBroken = !waitUntilWritable();
        else
            m_isBroken = errno != EINTR;
        // A client that always reads a little must not keep its thread either.
        if (systemClock().now() > m_deadline && !bytes.empty())
            m_isBroken = true;
    }
    return !m_isBroken;
}

bool ClientSocket::waitUntilWritable()
{
    const auto left
        = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - systemClock().now());
    if (left.count() <= 0)
        return false;
    std::array<::pollfd, 2> polled{{{m_socket.get(), POLLOUT, 0}, {m_stop, POLLIN, 0}}};
    ::poll(polled.data(), polled.size(), static_cast<int>(left.count()));
    return polled[1].revents == 0 && (polled[0].revents & (POLLERR | POLLHUP)) == 0;
}

bool ClientSocket::waitFor(int descriptor)
{
    std::array<::pollfd, 3> polled{
        {{descriptor, POLLIN, 0}, {m_stop, POLLIN, 0}, {m_socket.get(), POLLRDHUP, 0}}};
    while (!m_isBroken && polled[0].revents == 0) {
        if (::poll(polled.data(), polled.size(), -1) < 0)
            continue; // a signal
        m_isBroken = polled[1].revents != 0 || polled[2].revents != 0;
    }
    return !m_isBroken;
}

namespace {

using namespace std::chrono_literals;

/// For a whole text, or for one event.
constexpr auto kPatience = 10s;
constexpr int kBadRequest = 400;
constexpr std::size_t kPiece = std::size_t{64} * 1024;

/// Renames the headers that the library must not act upon: ranges (it parses them by a regular
/// expression, which recurses), compression, and a body that it would invite before anything else
/// was looked at.
void maskHeaders(std::string& head)
{
    constexpr std::array<std::string_view, 3> kMasked{"\nrange", "\nexpect", "\naccept-encoding"};
    const std::string lower = toAsciiLower(head);
    for (const std::string_view name : kMasked) {
        for (auto at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1))
            head[at + 1] = 'X';
    }
}

/// What the library reads from and writes to.
class HeadStream final : public httplib::Stream {
public:
    HeadStream(std::string head, ClientSocket& client)
        : m_head(std::move(head))
        , m_client(client)
    { }

    [[nodiscard]] bool is_readable() const override { return m_read < m_head.size(); }
    [[nodiscard]] bool is_writable() const override { return true; }
    ssize_t read(char* ptr, std::size_t size) override
    {
        const std::size_t count = m_head.copy(ptr, size, m_read);
        m_read += count;
        return static_cast<ssize_t>(count);
    }
    ssize_t write(const char* ptr, std::size_t size) override
    {
        return m_client.write({ptr, size}) ? static_cast<ssize_t>(size) : -1;
    }
    void get_remote_ip_and_port(std::string& ip, int& port) const override { noAddress(ip, port); }
    void get_local_ip_and_port(std::string& ip, int& port) const override { noAddress(ip, port); }
    [[nodiscard]] socket_t socket() const override { return INVALID_SOCKET; }

private:
    static void noAddress(std::string& ip, int& port)
    {
        ip.clear();
        port = 0;
    }

    std::string m_head;
    std::size_t m_read = 0;
    ClientSocket& m_client;
};

/// One request and its answer. A server of the library that never listens: only its handling of a
/// request is used.
class Exchange final : private httplib::Server {
public:
    Exchange(const Answering& answering, ClientSocket& client, const RequestHead& head)
        : m_answering(answering)
        , m_client(client)
        , m_isBusy(head.isBusy)
        , m_fault(head.fault)
    {
        svr_sock_ = 0; // or the library would take it for one that stops
        set_default_headers({{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"},
            {"Cross-Origin-Resource-Policy", "same-origin"}, {"Accept-Ranges", "none"}});
        set_pre_routing_handler([this](const auto& request, auto& response) {
            answer(request, response, m_fault);
            return HandlerResponse::Handled;
        });
        set_error_handler(HandlerWithResponse([this](const auto& request, auto& response) {
            if (!m_isAnswered)
                answer(request, response, m_fault != 0 ? m_fault : response.status);
            return HandlerResponse::Handled;
        }));
        set_exception_handler(
            [](const auto&, auto& response, const auto&) { response.status = 500; });
    }

    void run(std::string head)
    {
        HeadStream stream(std::move(head), m_client);
        bool isClosed = false;
        process_request(stream, true, isClosed, nullptr);
    }

private:
    void answer(const httplib::Request& request, httplib::Response& response, int fault)
    {
        m_isAnswered = true;
        // Of two, a proxy may have looked at the other one.
        const bool isClear = request.get_header_value_count("Host") <= 1
            && request.get_header_value_count("Authorization") <= 1;
        const Answer answer = m_answering({.method = request.method,
            .path = request.path,
            .host = request.get_header_value("Host"),
            .authorization = request.get_header_value("Authorization"),
            .accept = request.get_header_value("Accept"),
            .lastEventId = request.get_header_value("Last-Event-ID"),
            .isBusy = m_isBusy,
            .fault = isClear ? fault : kBadRequest});
        response.status = answer.status;
        for (const auto& [name, value] : answer.headers)
            response.set_header(name, value);
        if (answer.events)
            sendEvents(response, answer);
        else
            sendText(response, answer);
    }

    static void sendText(httplib::Response& response, const Answer& answer)
    {
        response.set_content_provider(answer.text->size(), answer.type,
            [text = answer.text](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                return sink.write(text->data() + offset, std::min(length, kPiece));
            });
    }

    void sendEvents(httplib::Response& response, const Answer& answer)
    {
        response.set_content_provider(
            answer.type, [this, feed = answer.events](std::size_t, httplib::DataSink& sink) {
                m_client.allow(kPatience);
                auto pieces = feed->next();
                if (pieces.empty())
                    return m_client.waitFor(feed->wakeUp());
                return std::ranges::all_of(pieces, [&](const SharedText& piece) {
                    return sink.write(piece->data(), piece->size());
                });
            });
    }

    const Answering& m_answering;
    ClientSocket& m_client;
    bool m_isBusy;
    int m_fault;
    bool m_isAnswered = false;
};

} // namespace

void answerRequest(const Answering& answering, ClientSocket& client, RequestHead head)
{
    if (!head.isBusy)
        client.allow(kPatience);
    maskHeaders(head.bytes);
    Exchange(answering, client, head).run(std::move(head.bytes));
}

} // namespace lockkeeper::ctl
