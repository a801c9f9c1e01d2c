// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ctl_serve_events_test {

namespace {

/// An event as a client reads it.
struct Event {
    QByteArray type;
    QByteArray id;
    QJsonObject data;

    [[nodiscard]] bool names(const char* list, const QString& resource) const
    {
        const QJsonArray locks = data[QLatin1String(list)].toArray();
        return std::any_of(locks.begin(), locks.end(),
            [&](const QJsonValue& lock) { return lock["resource"_L1].toString() == resource; });
    }
};

Event eventOf(const QList<QByteArray>& lines)
{
    Event event;
    for (const QByteArray& line : lines) {
        if (line.startsWith("event: "))
            event.type = line.mid(7);
        else if (line.startsWith("id: "))
            event.id = line.mid(4);
        else if (line.startsWith("data: "))
            event.data = QJsonDocument::fromJson(line.mid(6)).object();
    }
    return event;
}

/// A client that follows /events.
class Follower {
public:
    explicit Follower(quint16 port, const QByteArray& lastEventId = {})
        : m_connection(port)
    {
        m_connection.get("/events",
            lastEventId.isEmpty() ? QByteArray() : "Last-Event-ID: " + lastEventId + "\r\n");
    }
    /// The next event; an empty one if none comes in time.
    Event next()
    {
        QList<QList<QByteArray>> events;
        const bool hasNext = m_connection.readUntil([&](const QByteArray& received) {
            events = eventsIn(received);
            return events.size() > m_taken;
        });
        return hasNext ? eventOf(events[m_taken++]) : Event();
    }
    /// The next event that `isWanted`; an empty one if none comes in time.
    Event nextThat(const std::function<bool(const Event&)>& isWanted)
    {
        const QDeadlineTimer deadline(30'000);
        while (!deadline.hasExpired()) {
            const Event event = next();
            if (event.type.isEmpty() || isWanted(event))
                return event;
        }
        return {};
    }
    HttpConnection& connection() { return m_connection; }

private:
    HttpConnection m_connection;
    qsizetype m_taken = 0;
};

} // namespace

class CtlServeEventsTest : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void beginsWithTheBoardAndGoesOnWithChanges()
    {
        Follower follower(m_port);
        const Event board = follower.next();
        QCOMPARE(board.type, QByteArray("board"));
        QVERIFY(board.names("locks", u"first"_s));
        QVERIFY(board.data.contains("masters"_L1));
        const QByteArray head = follower.connection().received();
        QVERIFY(head.contains("Content-Type: text/event-stream\r\n"));
        QVERIFY(head.contains("Cache-Control: no-store\r\n"));
        double sequence = board.data["sequence"_L1].toDouble();
        const auto isNext = [&](const Event& event) {
            sequence += 1;
            return event.type == "change" && event.data["sequence"_L1] == sequence
                && event.id.endsWith("-" + QByteArray::number(sequence, 'f', 0));
        };
        m_servers->command({"SET", "second", kValue});
        QVERIFY(!follower
                     .nextThat([&](const Event& event) {
                         return isNext(event) && event.names("changed", u"second"_s)
                             && !event.names("changed", u"first"_s);
                     })
                     .type.isEmpty());
        m_servers->command({"DEL", "second"});
        QVERIFY(!follower
                     .nextThat([&](const Event& event) {
                         return isNext(event) && event.names("gone", u"second"_s);
                     })
                     .type.isEmpty());
    }

    void goesOnBehindTheLastEvent()
    {
        const auto tellsOf = [](const char* name) {
            return [name](const Event& event) {
                return event.names("changed", QString::fromLatin1(name));
            };
        };
        Follower follower(m_port);
        QCOMPARE(follower.next().type, QByteArray("board"));
        m_servers->command({"SET", "third", kValue});
        const QByteArray id = follower.nextThat(tellsOf("third")).id;
        QVERIFY(!id.isEmpty());
        m_servers->command({"SET", "fourth", kValue});
        QVERIFY(!follower.nextThat(tellsOf("fourth")).id.isEmpty());
        Follower again(m_port, id);
        QCOMPARE(again.nextThat(tellsOf("fourth")).type, QByteArray("change"));
        // All that came were changes behind that one.
        const auto events = eventsIn(again.connection().received());
        double sequence = id.mid(id.indexOf('-') + 1).toDouble();
        for (const auto& lines : events) {
            QCOMPARE(eventOf(lines).type, QByteArray("change"));
            QCOMPARE(eventOf(lines).data["sequence"_L1].toDouble(), ++sequence);
        }
    }

    void beginsAnewWithAnIdThatIsNotKnown_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("of another process") << QByteArray("0123456789abcdef-1");
        QTest::newRow("no number") << QByteArray("x");
        QTest::newRow("in the future") << QByteArray("FUTURE");
        QTest::newRow("huge") << QByteArray(5000, '9');
    }
    void beginsAnewWithAnIdThatIsNotKnown()
    {
        QFETCH(QByteArray, id);
        if (id == "FUTURE") {
            Follower follower(m_port);
            const QByteArray known = follower.next().id;
            id = known.left(known.indexOf('-') + 1) + "99999999";
        }
        Follower follower(m_port, id);
        QCOMPARE(follower.next().type, QByteArray("board"));
    }

    void showsThatItLivesThoughNothingHappens()
    {
        Follower follower(m_port);
        QCOMPARE(follower.next().type, QByteArray("board"));
        const Event event = follower.nextThat([](const Event& one) {
            return one.data["changed"_L1].toArray().isEmpty()
                && one.data["gone"_L1].toArray().isEmpty();
        });
        QCOMPARE(event.type, QByteArray("change"));
        QVERIFY(event.data["time_unix_ms"_L1].isDouble());
    }

    void givesTheBoardToAClientThatHasEnded()
    {
        HttpConnection connection(m_port);
        connection.get("/events");
        connection.endSending();
        QVERIFY(connection.readUntil(
            [](const QByteArray& received) { return !eventsIn(received).isEmpty(); }));
    }

    void ignoresWhatIsSaidBehindARequest()
    {
        Follower follower(m_port);
        QCOMPARE(follower.next().type, QByteArray("board"));
        follower.connection().send("\r\nand more");
        QCOMPARE(follower.next().type, QByteArray("change"));
    }

    void tellsOfAMasterThatGoesAway()
    {
        Follower follower(m_port);
        QCOMPARE(follower.next().type, QByteArray("board"));
        m_servers->kill(0);
        const auto stateIs = [](const char* state) {
            return [state](const Event& event) {
                return event.data["masters"_L1][0]["state"_L1].toString() == QLatin1String(state);
            };
        };
        QCOMPARE(follower.nextThat(stateIs("down")).type, QByteArray("change"));
        m_servers->restart(0);
        QCOMPARE(follower.nextThat(stateIs("up")).type, QByteArray("change"));
    }

    void initTestCase()
    {
        m_servers = std::make_unique<RedisServerFixture>();
        m_servers->command({"SET", "first", kValue});
        m_serve = lockctlFor(*m_servers).start("serve --json --listen 127.0.0.1:0");
        m_port = portOf(*m_serve);
        QVERIFY(m_port != 0);
        QTRY_COMPARE_WITH_TIMEOUT(httpGet(m_port, "/healthz").status, 200, 30'000);
    }
    void cleanupTestCase()
    {
        m_serve->terminate();
        QCOMPARE(waitForExit(*m_serve), 0);
        m_serve.reset();
        m_servers.reset();
    }

private:
    std::unique_ptr<RedisServerFixture> m_servers;
    std::unique_ptr<QProcess> m_serve;
    quint16 m_port = 0;
};

LOCKKEEPER_TEST(CtlServeEventsTest)

} // namespace lockkeeper::tests::ctl_serve_events_test

#include "ctl_serve_events_test.moc"
