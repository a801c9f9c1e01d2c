// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/board_wire.h"
#include "core/agent/wire_basics.h"
#include "tests/agent/random_board.h"
#include "tests/agent/same_board.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::board_wire_test {

using namespace lockkeeper::agent;
using observe::LockEntry;

namespace {

constexpr SteadyTime kSent{2h};

// A reader refers to its text: a temporary is refused.
static_assert(std::is_constructible_v<WireReader, const std::string&>);
static_assert(!std::is_constructible_v<WireReader, std::string>);

Hello someHello()
{
    return {.run = "0011223344556677",
        .sent = kSent,
        .name = "payments",
        .deploymentClass = config::DeploymentClass::Staging,
        .isSandbox = true,
        .patterns = {"lock:*"},
        .interval = 750ms,
        .masters = {{MasterId("a"), "redis://10.0.0.1:6379"}}};
}

/// A stream that begins now, on a host whose steady clock is ahead by `ahead`.
struct Stream {
    explicit Stream(std::chrono::milliseconds by = 0ms)
        : ahead(by)
        , reader(kSent + ahead)
    {
        const auto read = reader.take(writeHello(someHello()), kSent + ahead);
        isGreeted = read && read->size() == 1;
    }

    /// Writes and reads an update, in pieces of so many bytes.
    std::optional<SentUpdate> pass(const SentUpdate& message, std::size_t piece = 1 << 20)
    {
        const std::string bytes = writeUpdate(message);
        std::optional<SentUpdate> found;
        for (std::size_t i = 0; i < bytes.size(); i += piece) {
            auto read = reader.take(std::string_view(bytes).substr(i, piece), kSent + ahead);
            if (!read)
                return std::nullopt;
            for (BoardReader::Message& one : *read)
                found = std::get<SentUpdate>(std::move(one));
        }
        return found;
    }

    std::chrono::milliseconds ahead;
    BoardReader reader;
    bool isGreeted = false;
};

QString difference(const SentUpdate& a, const SentUpdate& b)
{
    return QString::fromStdString(differenceOf(a.update, b.update));
}

SentUpdate sent(observe::BoardUpdate update)
{
    return {.number = 7, .isWhole = true, .sent = kSent, .update = std::move(update)};
}

/// A lock that master a holds, as it was read at `readAt`.
observe::BoardUpdate oneLock(SteadyTime readAt, SteadyTime freshSince)
{
    RandomBoard random(3);
    observe::BoardUpdate update;
    const observe::MasterIds ids = std::make_shared<const std::vector<MasterId>>(1, MasterId("a"));
    update.masters.push_back(
        {.id = MasterId("a"), .freshness = {.since = freshSince, .until = kSent}});
    auto entry = std::make_shared<LockEntry>(*random.entry(ids));
    entry->votes = observe::Votes(ids);
    entry->votes.set(0,
        {.state = observe::VoteState::Held, .token = random.token(), .ttl = 2h, .readAt = readAt});
    update.changed = {entry};
    return update;
}

} // namespace

class BoardWireTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 40; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void whatIsWrittenIsRead()
    {
        QFETCH(unsigned, seed);
        RandomBoard random(seed);
        const SentUpdate message = sent(random.update(random.below(30)));
        Stream stream;
        QVERIFY(stream.isGreeted);
        const auto read = stream.pass(message, 1 + random.below(5000));
        QVERIFY(read);
        QCOMPARE(read->number, 7U);
        QVERIFY(read->isWhole);
        QCOMPARE(difference(message, *read), QString());
    }

    /// What is written differently is of another version: else a window of before would take it for
    /// something else. If this fails, let kWireVersion grow, and write down the new digest.
    void eachFormOfAStreamHasAVersion()
    {
        RandomBoard random(1);
        const std::string bytes = writeHello(someHello()) + writeUpdate(sent(random.update(30)));
        QCOMPARE(kWireVersion, 14U);
        QCOMPARE(QByteArray::fromStdString(Fingerprint::ofString(bytes).hex()),
            QByteArray("a94492647b4b64e31f298189a835b054ad86e7e1"));
    }

    void aLargeUpdateIsOneMessage()
    {
        RandomBoard random(5);
        const SentUpdate message = sent(random.update(2345));
        Stream stream;
        const auto read = stream.pass(message, 4096);
        QVERIFY(read);
        QCOMPARE(difference(message, *read), QString());
        // Locks of a format share it.
        std::set<const observe::Format*> formats;
        for (const auto& entry : read->update.changed) {
            if (entry->packedLock.formatName() == "lk1")
                formats.insert(entry->packedLock.format().get());
        }
        QCOMPARE(formats.size(), 1U);
    }

    void aHelloSaysWhoSendsIt()
    {
        const Hello hello = someHello();
        BoardReader reader(kSent);
        const auto read = reader.take(writeHello(hello), kSent);
        QVERIFY(read && read->size() == 1);
        const auto& told = std::get<Hello>(read->front());
        QCOMPARE(told.run, hello.run);
        QCOMPARE(told.sent, hello.sent);
        QCOMPARE(told.name, hello.name);
        QVERIFY(told.deploymentClass == hello.deploymentClass);
        QCOMPARE(told.isSandbox, hello.isSandbox);
        QVERIFY(told.patterns == hello.patterns);
        QCOMPARE(told.interval, hello.interval);
        QVERIFY(told.masters == hello.masters);
    }

    void timesAreThoseOfTheReadersClock_data()
    {
        QTest::addColumn<qint64>("ahead");
        QTest::newRow("ahead") << qint64{86'400'000};
        QTest::newRow("behind") << qint64{-3'000'000};
    }
    void timesAreThoseOfTheReadersClock()
    {
        QFETCH(qint64, ahead);
        const std::chrono::milliseconds offset(ahead);
        Stream stream(offset);
        const auto read = stream.pass(sent(oneLock(kSent - 5s, kSent - 9s)));
        QVERIFY(read);
        const observe::Vote vote = read->update.changed.front()->votes[0];
        QCOMPARE(vote.readAt, kSent - 5s + offset);
        QCOMPARE(vote.ttl, std::optional<std::chrono::milliseconds>(2h));
        QCOMPARE(read->update.masters.front().freshness.until, kSent + offset);
    }

    /// What was read before this host was started, by its clock, has a place in its votes all the
    /// same.
    void olderTimesThanTheReadersClockStayInOrder()
    {
        for (const bool isFresh : {true, false}) {
            Stream stream(-110min);
            const SteadyTime readAt = kSent - 115min; // 5 min before the reader's start
            const SteadyTime since = isFresh ? readAt - 1s : readAt + 1s;
            const auto read = stream.pass(sent(oneLock(readAt, since)));
            QVERIFY(read);
            const observe::Votes& votes = read->update.changed.front()->votes;
            const SteadyTime now = kSent - 110min;
            QCOMPARE(*votes.heldUntil(0), now + 5min);
            const observe::Freshness& master = read->update.masters.front().freshness;
            QCOMPARE(observe::freshUntil(votes.cell(0).readAt, master) == now, isFresh);
        }
    }

    void whatComesLateLooksOld()
    {
        Stream stream;
        SentUpdate message = sent(oneLock(kSent - 5s, kSent - 9s));
        const auto read = stream.reader.take(writeUpdate(message), kSent + 30s);
        QVERIFY(read && read->size() == 1);
        const auto& update = std::get<SentUpdate>(read->front()).update;
        QCOMPARE(update.changed.front()->votes[0].readAt, kSent - 5s + 30ms); // the clocks' drift
        QCOMPARE(stream.reader.late(), 30s - 30ms);
    }

    void keptWaitsAreNotSentAgain()
    {
        RandomBoard random(9);
        SentUpdate message = sent(random.update(0));
        message.isWhole = false;
        message.areWaitsKept = true;
        const std::string with = writeUpdate(sent(message.update));
        QVERIFY(writeUpdate(message).size() < with.size());
        Stream stream;
        const auto read = stream.pass(message);
        QVERIFY(read && read->areWaitsKept);
        QVERIFY(read->update.waits->waiters().empty());
    }

    void anotherVersionIsNamed()
    {
        Hello hello = someHello();
        hello.version = kWireVersion + 1;
        BoardReader reader(kSent);
        const auto read = reader.take(writeHello(hello), kSent);
        QVERIFY(!read);
        QVERIFY(QString::fromStdString(read.error().text).contains(QLatin1String("version")));
    }

    void whatIsNoStreamIsRejected_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const std::string hello = writeHello(someHello());
        RandomBoard random(2);
        const std::string update = writeUpdate(sent(random.update(3)));
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::addRow("%s (%zu bytes)", name, bytes.size()) << QByteArray::fromStdString(bytes);
        };
        row("a page", "<!DOCTYPE html><html></html>");
        row("an update before the hello", update);
        row("two hellos", hello + hello);
        row("a hello without masters", [] {
            Hello none = someHello();
            none.masters.clear();
            return writeHello(none);
        }());
        for (const SteadyTime never : {SteadyTime::min(), SteadyTime::max()}) {
            Hello timeless = someHello();
            timeless.sent = never;
            row("a hello of no time", writeHello(timeless));
            SentUpdate late = sent(random.update(3));
            late.sent = never;
            row("an update of no time", hello + writeUpdate(late));
        }
        row("a frame without end", hello + std::string("U\xff\xff\xff\xff", 5));
        std::string longer = update;
        longer[4] = static_cast<char>(longer[4] + 1);
        row("a frame that is longer than its content", hello + longer + "  ");
    }
    void whatIsNoStreamIsRejected()
    {
        QFETCH(QByteArray, bytes);
        BoardReader reader(kSent);
        QVERIFY(!reader.take(bytes.toStdString(), kSent));
    }

    void tokensAreSentAsFingerprints()
    {
        const std::string canary = "lk1:web-3:812:api:1750000000000:"
                                   "c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff";
        observe::BoardUpdate update = oneLock(kSent, kSent);
        auto entry = std::make_shared<LockEntry>(*update.changed.front());
        entry->votes.set(0,
            {.state = observe::VoteState::Held,
                .token = Fingerprint::ofString(canary),
                .readAt = kSent});
        update.changed = {entry};
        const std::string bytes = writeUpdate(sent(update));
        QVERIFY(bytes.find("c0ffee") == std::string::npos);
        QVERIFY(bytes.find(Fingerprint::ofString(canary).hex()) != std::string::npos);
    }
};

LOCKKEEPER_TEST(BoardWireTest)

} // namespace lockkeeper::tests::board_wire_test

#include "board_wire_test.moc"
