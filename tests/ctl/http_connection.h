// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/unique_fd.h"

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <functional>
#include <memory>

namespace lockkeeper::tests {

/// An answer to an HTTP request.
struct HttpAnswer {
    int status = -1; ///< -1: there was none
    QByteArray head;
    QByteArray body;

    /// The value of a header; empty without it.
    [[nodiscard]] QByteArray header(const QByteArray& name) const;
};

/// A TCP connection to a port of 127.0.0.1. It sends whatever it is told to, HTTP or not.
class HttpConnection {
public:
    explicit HttpConnection(quint16 port);

    /// Sends as much as the other end takes at once.
    void send(const QByteArray& bytes);
    /// Sends a GET request for `path`. `headers` are lines with their ends.
    void get(const QByteArray& path, const QByteArray& headers = {});
    /// Says that nothing more will be sent.
    void endSending();
    /// Receives until `isEnough` of all that was received. False if the other end closes before, or
    /// if it takes too long.
    bool readUntil(const std::function<bool(const QByteArray&)>& isEnough);
    /// Receives until the other end closes.
    [[nodiscard]] HttpAnswer readAnswer();
    [[nodiscard]] const QByteArray& received() const noexcept { return m_received; }

private:
    UniqueFd m_socket;
    QByteArray m_received;
};

/// The answer to one GET request on a connection of its own.
[[nodiscard]] HttpAnswer httpGet(
    quint16 port, const QByteArray& path, const QByteArray& headers = {});

/// The server-sent events that `received` holds as a whole, each as its lines.
[[nodiscard]] QList<QList<QByteArray>> eventsIn(const QByteArray& received);

/// A Unix socket that receives datagrams at `path`; not open if that fails.
[[nodiscard]] UniqueFd datagramSocket(const QByteArray& path);
/// The next datagram; empty if none comes in time.
[[nodiscard]] QByteArray receiveDatagram(const UniqueFd& socket);

/// The port that a started `lockctl serve --json` announces; 0 if it does not in time.
[[nodiscard]] quint16 portOf(QProcess& serve);

} // namespace lockkeeper::tests
