// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <vector>

namespace lockkeeper::ctl {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n";
constexpr int kBadRequest = 400;
constexpr int kTooLarge = 431;
/// How long nobody is accepted when there are no descriptors, in milliseconds.
constexpr int kFullPause = 100;

/// True if the request reads this path.
bool isQuestionFor(std::string_view path, std::string_view head)
{
    const std::size_t method = head.starts_with("HEAD ") ? 5 : 4;
    if (method == 4 && !head.starts_with("GET "))
        return false;
    const std::string_view target = head.substr(method);
    return target.starts_with(path) && target.substr(path.size()).find_first_of(" ?") == 0;
}

/// True if the head has no control characters but those that end its lines, and tabs. The library
/// would take a NUL for the end of a header's value (RFC 9110, 5.5: such a value is invalid).
bool isPlainHead(std::string_view head)
{
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head.substr(i).starts_with("\r\n"))
            ++i;
        else if ((static_cast<unsigned char>(head[i]) < ' ' && head[i] != '\t')
            || head[i] == '\x7f')
            return false;
    }
    return true;
}

} // namespace

HttpServer::HttpServer(UniqueFd listener, Answering answering, std::size_t mostClients)
    : m_listener(std::move(listener))
    , m_answering(std::move(answering))
    , m_mostClients(mostClients)
    , m_pool(std::make_unique<httplib::ThreadPool>(mostClients + kKept))
    , m_thread([this] { run(); })
{ }

HttpServer::~HttpServer()
{
    m_stop.raise();
    m_thread.join();
    m_pool->shutdown();
}

void HttpServer::run()
{
    std::vector<::pollfd> polled;
    while (true) {
        polled.assign(
            {{m_stop.descriptor(), POLLIN, 0}, {m_isFull ? -1 : m_listener.get(), POLLIN, 0}});
        for (const Pending& pending : m_pending)
            polled.push_back({pending.socket.get(), POLLIN, 0});
        ::poll(polled.data(), polled.size(), timeLeft(systemClock().now()));
        if (polled[0].revents != 0)
            return;
        m_isFull = false;
        std::deque<Pending> rest;
        for (std::size_t i = 0; i < m_pending.size(); ++i) {
            if (polled[i + 2].revents == 0 || read(m_pending[i]))
                rest.push_back(std::move(m_pending[i]));
        }
        m_pending = std::move(rest);
        dropLate(systemClock().now());
        if (polled[1].revents != 0)
            acceptAll();
    }
}

int HttpServer::timeLeft(SteadyTime now) const
{
    if (m_isFull)
        return kFullPause;
    if (m_pending.empty())
        return -1;
    const auto left
        = std::chrono::ceil<std::chrono::milliseconds>(m_pending.front().deadline - now);
    return static_cast<int>(std::max(left, std::chrono::milliseconds(0)).count());
}

void HttpServer::dropLate(SteadyTime now)
{
    while (!m_pending.empty()
        && (m_pending.size() >= kMostPending || m_pending.front().deadline <= now))
        m_pending.pop_front();
}

void HttpServer::acceptAll()
{
    // Bounded, so that those who have connected already are read in between.
    constexpr int kMostAtOnce = 32;
    for (int i = 0; i < kMostAtOnce; ++i) {
        UniqueFd socket(
            ::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket.isOpen()) {
            m_isFull = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
            return;
        }
        Pending pending{std::move(socket), systemClock().now() + kHeadTime};
        if (read(pending)) // most requests are there at once
            m_pending.push_back(std::move(pending));
        dropLate(systemClock().now());
    }
}

bool HttpServer::read(Pending& pending)
{
    std::array<char, kLongestHead> bytes{};
    const auto count = ::recv(pending.socket.get(), bytes.data(), bytes.size(), 0);
    if (count <= 0)
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    pending.head.append(bytes.data(), static_cast<std::size_t>(count));
    const auto end = pending.head.find(kEndOfHead);
    if (end != std::string::npos && end + kEndOfHead.size() <= kLongestHead) {
        pending.head.resize(end + kEndOfHead.size());
        if (isPlainHead(pending.head))
            dispatch(std::move(pending.socket), {std::move(pending.head)});
        else
            dispatch(std::move(pending.socket), {std::string(kEndOfHead), false, kBadRequest});
        return false;
    }
    if (pending.head.size() < kLongestHead)
        return true;
    dispatch(std::move(pending.socket), {std::string(kEndOfHead), false, kTooLarge});
    return false;
}

void HttpServer::dispatch(UniqueFd socket, RequestHead head)
{
    const std::size_t kept = isQuestionFor("/metrics", head.bytes) ? kKept : 0;
    head.isBusy = m_clients >= m_mostClients + kept;
    auto client = std::make_shared<ClientSocket>(std::move(socket), m_stop.descriptor());
    if (head.isBusy || head.fault != 0 || isQuestionFor("/healthz", head.bytes)) {
        head.isBusy = true;
        answerRequest(m_answering, *client, std::move(head));
        return;
    }
    ++m_clients;
    m_pool->enqueue([this, client = std::move(client), head = std::move(head)]() mutable {
        answerRequest(m_answering, *client, std::move(head));
        client.reset();
        --m_clients;
    });
}

} // namespace lockkeeper::ctl
