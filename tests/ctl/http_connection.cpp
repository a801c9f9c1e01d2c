// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/http_connection.h"

#include "tests/ctl/lockctl_process.h"

#include <QUrl>
#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockkeeper::tests {
namespace {

using namespace Qt::StringLiterals;

constexpr int kPatience = 30'000; // milliseconds

} // namespace

QByteArray HttpAnswer::header(const QByteArray& name) const
{
    const QByteArray start = name.toLower() + ": ";
    for (const QByteArray& line : head.split('\n')) {
        if (line.toLower().startsWith(start))
            return line.mid(start.size()).trimmed();
    }
    return {};
}

HttpConnection::HttpConnection(quint16 port)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    ::sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket.get(), reinterpret_cast<const ::sockaddr*>(&address), sizeof address)
        != 0)
        m_socket.close();
}

void HttpConnection::send(const QByteArray& bytes)
{
    ::send(m_socket.get(), bytes.constData(), static_cast<std::size_t>(bytes.size()),
        MSG_NOSIGNAL | MSG_DONTWAIT);
}

void HttpConnection::get(const QByteArray& path, const QByteArray& headers)
{
    send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
}

void HttpConnection::endSending()
{
    ::shutdown(m_socket.get(), SHUT_WR);
}

bool HttpConnection::readUntil(const std::function<bool(const QByteArray&)>& isEnough)
{
    std::array<char, 65536> bytes{};
    while (!isEnough(m_received)) {
        ::pollfd polled{m_socket.get(), POLLIN, 0};
        if (::poll(&polled, 1, kPatience) <= 0)
            return false;
        const auto count = ::recv(m_socket.get(), bytes.data(), bytes.size(), 0);
        if (count <= 0)
            return false;
        m_received.append(bytes.data(), count);
    }
    return true;
}

HttpAnswer HttpConnection::readAnswer()
{
    readUntil([](const QByteArray&) { return false; });
    const qsizetype end = m_received.indexOf("\r\n\r\n");
    if (end < 0)
        return {};
    return {m_received.mid(9, 3).toInt(), m_received.left(end), m_received.mid(end + 4)};
}

HttpAnswer httpGet(quint16 port, const QByteArray& path, const QByteArray& headers)
{
    HttpConnection connection(port);
    connection.get(path, headers);
    return connection.readAnswer();
}

QList<QList<QByteArray>> eventsIn(const QByteArray& received)
{
    QList<QList<QByteArray>> events;
    qsizetype start = received.indexOf("\r\n\r\n") + 4;
    for (qsizetype end = received.indexOf("\n\n", start); end >= 0;
         end = received.indexOf("\n\n", start)) {
        events += received.mid(start, end - start).split('\n');
        start = end + 2;
    }
    return events;
}

UniqueFd datagramSocket(const QByteArray& path)
{
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.toStdString().copy(address.sun_path, sizeof address.sun_path - 1);
    UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&address), sizeof address) != 0)
        socket.close();
    return socket;
}

QByteArray receiveDatagram(const UniqueFd& socket)
{
    std::array<char, 256> bytes{};
    ::pollfd polled{socket.get(), POLLIN, 0};
    ::poll(&polled, 1, kPatience);
    const auto count = ::recv(socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    return count < 0 ? QByteArray() : QByteArray(bytes.data(), count);
}

quint16 portOf(QProcess& serve)
{
    int port = 0;
    const bool isAnnounced = waitForLine(serve, [&](const QJsonObject& line) {
        port = QUrl(line["url"_L1].toString()).port(0);
        return port != 0;
    });
    return isAnnounced ? static_cast<quint16>(port) : quint16{0};
}

} // namespace lockkeeper::tests
