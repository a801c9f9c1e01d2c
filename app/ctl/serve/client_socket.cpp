// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/client_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
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

} // namespace lockkeeper::ctl
