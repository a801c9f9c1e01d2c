// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/event_loop.h"
#include "core/redis/link/connection.h"
#include "core/redis/link/dialler.h"
#include "tests/support/test_class.h"

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <future>

namespace lockkeeper::tests::dialler_test {

using redis::Dialler;
using Addresses = std::vector<std::string>;
using Endpoints = std::vector<Dialler::Endpoint>;

namespace {

constexpr std::uint16_t kPort = 6379;
constexpr const char* kA = "192.0.2.1";
constexpr const char* kB = "192.0.2.2";
constexpr const char* kC = "2001:db8::3";

Dialler::Endpoint at(const char* address)
{
    return asio::ip::tcp::endpoint(asio::ip::make_address(address), kPort);
}
using LastGood = std::optional<Dialler::Endpoint>;

/// A port of 127.0.0.1 where connections are accepted by the system, and a dialler to it by name.
class Dialling {
public:
    explicit Dialling(std::function<Result<Addresses>()> lookUp)
    {
        redis::ConnectionOptions options;
        options.lookUp = [lookUp = std::move(lookUp)](const std::string&) { return lookUp(); };
        const auto port = std::to_string(m_acceptor.local_endpoint().port());
        const auto url = redis::Url::parse("redis://redis.test:" + port);
        m_dialler = std::make_shared<Dialler>(m_loop, url.value(), options);
    }
    ~Dialling()
    {
        m_loop.call([this] { m_dialler->close(); });
        m_loop.stop();
    }

    /// Dials, calls `then` and waits: the error's text, or "connected".
    std::string dial(const std::function<void(Dialler&)>& then = [](Dialler&) {})
    {
        return m_loop.await<std::string>([&](auto handler) {
            const auto begun = m_dialler->dial(0, [handler](Result<Dialler::Dialled> dialled) {
                handler(dialled ? "connected" : dialled.error().text);
            });
            if (!begun)
                handler(begun.error().text);
            then(*m_dialler);
        });
    }
    EventLoop& loop() { return m_loop; }
    Dialler& dialler() { return *m_dialler; }

private:
    asio::io_context m_context;
    asio::ip::tcp::acceptor m_acceptor{m_context, {asio::ip::make_address("127.0.0.1"), 0}};
    EventLoop m_loop;
    std::shared_ptr<Dialler> m_dialler;
};

} // namespace

class DiallerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void triesTheAddressesInAnOrder_data()
    {
        const auto row = columns<Addresses, unsigned, LastGood, Endpoints>();
        const Addresses all{kA, kB, kC};
        row("theirs", all, 0, {}, {at(kA), at(kB), at(kC)});
        row("after a failure", all, 1, {}, {at(kB), at(kC), at(kA)});
        row("after two", all, 2, {}, {at(kC), at(kA), at(kB)});
        row("after three", all, 3, {}, {at(kA), at(kB), at(kC)});
        row("the last good one first", all, 0, at(kC), {at(kC), at(kA), at(kB)});
        row("still first after a failure", all, 1, at(kA), {at(kA), at(kB), at(kC)});
        row("not after two", all, 2, at(kA), {at(kC), at(kA), at(kB)});
        row("the name no longer has the last good one", {kB}, 0, at(kA), {at(kB)});
        row("the name has none", {}, 5, at(kA), {at(kA)});
        row("nothing", {}, 0, {}, {});
        row("no address beside one", {"redis.test", kB}, 0, {}, {at(kB)});
        row("an empty one", {""}, 0, {}, {});
    }
    void triesTheAddressesInAnOrder()
    {
        const auto [addresses, failures, lastGood, order]
            = fetch<Addresses, unsigned, LastGood, Endpoints>();
        QVERIFY(Dialler::orderOf(addresses, kPort, failures, lastGood) == order);
    }

    void connectsToTheFirstAddressThatAccepts()
    {
        Dialling dialling([] { return Addresses{"127.0.0.9", "127.0.0.1"}; });
        QCOMPARE(dialling.dial(), std::string("connected"));
    }

    void saysThatANameHasNoAddress()
    {
        Dialling dialling([] { return Addresses{}; });
        QCOMPARE(dialling.dial(), std::string("name lookup failed: it has no address"));
    }

    void fallsBackToTheConfirmedAddressOnly()
    {
        std::promise<void> end; // before it, all lookups but the first hang
        std::atomic<int> asked = 0;
        Dialling dialling([&asked, release = end.get_future().share()] {
            if (++asked > 1)
                release.wait();
            return Addresses{"127.0.0.1"};
        });
        QCOMPARE(dialling.dial([](Dialler& dialler) { QVERIFY(!dialler.canFallBack()); }),
            std::string("connected"));
        dialling.loop().call([&] { dialling.dialler().confirm(); });
        const auto fallBack = [](Dialler& dialler) {
            QVERIFY(dialler.isLookingUp());
            QVERIFY(dialler.canFallBack());
            dialler.fallBack();
            QVERIFY(!dialler.isLookingUp());
        };
        QCOMPARE(dialling.dial(fallBack), std::string("connected"));
        QTRY_COMPARE(asked, 2);
        end.set_value();
    }

    void isNotNotifiedOfACancelledAttempt()
    {
        Dialling dialling([] { return Addresses{"127.0.0.1"}; });
        bool isNotified = false;
        dialling.loop().call([&] {
            QVERIFY(dialling.dialler().dial(0, [&](auto&&) { isNotified = true; }).has_value());
            dialling.dialler().cancel();
        });
        QCOMPARE(dialling.dial(), std::string("connected"));
        QVERIFY(!isNotified);
    }

    void aSocketThatOpensInVainIsNoReasonToHurry()
    {
        asio::io_context context;
        asio::ip::tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
        const auto port = std::to_string(acceptor.local_endpoint().port());
        EventLoop loop;
        redis::ConnectionOptions options;
        options.minBackoff = 1ms;
        options.maxBackoff = 10s;
        auto connection = std::make_unique<redis::Connection>(
            loop, MasterId("a"), redis::Url::parse("redis://127.0.0.1:" + port).value(), options);
        SteadyTime before{};
        SteadyTime last{};
        for (int i = 0; i < 10; ++i) {
            const auto ended = acceptor.accept();
            before = std::exchange(last, BootClock::now());
        }
        // The ninth pause is one of 256 ms, of which half is random. It begins with the end.
        QVERIFY(last - before >= 128ms);
        loop.call([&] { connection.reset(); });
        loop.stop();
    }
};

LOCKKEEPER_TEST(DiallerTest)

} // namespace lockkeeper::tests::dialler_test

#include "dialler_test.moc"
