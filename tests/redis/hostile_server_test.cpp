// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/redis/client.h"
#include "tests/support/test_class.h"

#include <array>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>

namespace lockkeeper::tests::hostile_server_test {

using redis::LinkState;

namespace {

/// A port of 127.0.0.1 that gives its first client any answer.
class Server {
public:
    [[nodiscard]] std::string url(const std::string& login) const
    {
        return "redis://" + login
            + "127.0.0.1:" + std::to_string(m_acceptor.local_endpoint().port());
    }
    /// Waits for a client's first bytes.
    void answer(const std::string& text)
    {
        m_acceptor.accept(m_socket);
        std::array<char, 4096> request{};
        m_socket.read_some(asio::buffer(request));
        asio::error_code hungUp; // the client may have read enough
        asio::write(m_socket, asio::buffer(text), hungUp);
    }

private:
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    asio::ip::tcp::socket m_socket{m_context};
};

} // namespace

/// What servers may send that are no friends.
class HostileServerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPasswordThatItRepeatsIsNotShown()
    {
        Server server;
        Client client(server.url("user:s3cret@"));
        server.answer("-WRONGPASS not 's3cret', nor s3cret again\r\n");
        QVERIFY(client.reaches(LinkState::Refused));
        const std::string text = client.status().error->text;
        QVERIFY2(text.find("s3cret") == std::string::npos, text.c_str());
        QVERIFY(text.find("not '***', nor *** again") != std::string::npos);
    }

    void whatIsNotRedisIsRefused_data()
    {
        const auto row = columns<QByteArray>();
        row("HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n");
        row("larger than allowed", "*1\r\n$2000000\r\n" + QByteArray(2'000'000, 'x') + "\r\n");
    }
    void whatIsNotRedisIsRefused()
    {
        const auto [answer] = fetch<QByteArray>();
        Server server;
        Client client(server.url(""));
        server.answer(answer.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(client.status().error.has_value(), 10'000);
        QCOMPARE(client.status().error->kind, ErrorClass::NotRedis);
    }
};

LOCKKEEPER_TEST(HostileServerTest)

} // namespace lockkeeper::tests::hostile_server_test

#include "hostile_server_test.moc"
