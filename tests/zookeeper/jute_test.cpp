// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zookeeper/jute.h"
#include "core/zookeeper/protocol.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::jute_test {

using namespace zookeeper;

namespace {

std::string payloadOf(const std::string& frame)
{
    FrameReader frames;
    frames.feed(frame);
    return std::string(frames.next().value().value().payload);
}

QByteArray hexOf(const std::string& bytes)
{
    return QByteArray::fromStdString(bytes).toHex();
}

/// A Stat with these two fields.
JuteWriter& putStat(JuteWriter& out, std::int64_t czxid, std::int64_t owner)
{
    out.putLong(czxid).putLong(0).putLong(0).putLong(0);
    out.putInt(0).putInt(0).putInt(0);
    return out.putLong(owner).putInt(0).putInt(0).putLong(0);
}

} // namespace

/// Frames and their values, as real servers send and take them, and as nobody should.
class JuteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requestsAreAsServersReadThem_data()
    {
        const auto row = columns<QByteArray, QByteArray>();
        // As zookeeper.jute of 3.8 has them.
        row("a new session", hexOf(sessionFrame({.password = std::string(16, '\0')})),
            "0000002d"
            "00000000"
            "0000000000000000"
            "00002710"
            "0000000000000000"
            "00000010"
            "00000000000000000000000000000000"
            "00");
        row("exists", hexOf(readFrame(1, Opcode::Exists, "/locks")),
            "00000013"
            "00000001"
            "00000003"
            "00000006"
            "2f6c6f636b73"
            "00");
        row("ping", hexOf(plainFrame(kPingXid, Opcode::Ping)),
            "00000008"
            "fffffffe"
            "0000000b");
        row("close", hexOf(plainFrame(7, Opcode::CloseSession)),
            "00000008"
            "00000007"
            "fffffff5");
        row("watch", hexOf(addWatchFrame(2, "/")),
            "00000011"
            "00000002"
            "0000006a"
            "00000001"
            "2f"
            "00000001");
    }
    void requestsAreAsServersReadThem()
    {
        const auto [frame, expected] = fetch<QByteArray, QByteArray>();
        QCOMPARE(frame, expected);
    }

    void repliesAreRead()
    {
        JuteWriter out;
        out.putInt(2).putText("a-1").putText("");
        const auto children = readNodeChildren(payloadOf(putStat(out, 7, 0).frame()));
        QVERIFY(children.has_value());
        QCOMPARE(children->names, (std::vector<std::string>{"a-1", ""}));
        QCOMPARE(children->stat.czxid, 7);

        JuteWriter node;
        node.putInt(-1); // null data
        const auto data = readNodeData(payloadOf(putStat(node, 8, 0x1000007d95a0000).frame()));
        QVERIFY(data.has_value());
        QVERIFY(data->data.empty());
        QCOMPARE(data->stat.ephemeralOwner, 0x1000007d95a0000);
    }

    void aServerBefore34SaysNothingOfReadOnly()
    {
        JuteWriter out;
        out.putInt(0).putInt(4000).putLong(5).putText("0123456789abcdef");
        const auto reply = readSessionReply(payloadOf(out.frame()));
        QVERIFY(reply.has_value());
        QVERIFY(!reply->isReadOnly);
    }

    void anImpossibleLengthIsNotBelieved_data()
    {
        QTest::addColumn<int>("length");
        QTest::newRow("negative") << -2;
        QTest::newRow("beyond the end") << 100;
        QTest::newRow("huge") << INT32_MAX;
    }
    void anImpossibleLengthIsNotBelieved()
    {
        QFETCH(int, length);
        JuteWriter out;
        out.putInt(length).putLong(1);
        const std::string payload = payloadOf(out.frame());
        JuteReader text(payload);
        QVERIFY(text.takeText().empty());
        QVERIFY(!text.isGood());
        JuteReader list(payload);
        QCOMPARE(list.takeCount(4), std::size_t{0});
        QVERIFY(!list.isGood());
        QVERIFY(!readNodeChildren(payload).has_value());
    }

    void aFrameMayComeByteByByte()
    {
        FrameReader frames;
        const std::string frame = plainFrame(3, Opcode::Sync) + plainFrame(4, Opcode::Sync);
        std::size_t found = 0;
        for (const char byte : frame) {
            frames.feed({&byte, 1});
            while (frames.next().value())
                ++found;
        }
        QCOMPARE(found, std::size_t{2});
    }

    void ofAFrameThatIsTooLongOnlyTheHeadIsKept()
    {
        JuteWriter tooLong;
        for (std::size_t i = 0; i <= FrameReader::kLongest / 8; ++i)
            tooLong.putLong(7);
        const std::string all = tooLong.frame() + plainFrame(3, Opcode::Sync);
        FrameReader frames;
        std::vector<std::size_t> sizes;
        for (std::size_t at = 0; at < all.size(); at += 65536) {
            frames.feed(std::string_view(all).substr(at, 65536));
            for (auto frame = frames.next(); frame && *frame; frame = frames.next()) {
                QCOMPARE((*frame)->isCut, sizes.empty());
                sizes.push_back((*frame)->payload.size());
            }
        }
        QCOMPARE(sizes, (std::vector<std::size_t>{FrameReader::kKept, 8}));
    }

    void aFrameThatNoServerSendsIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("HTTP") << QByteArray("HTTP/1.1 400");
        QTest::newRow("Redis") << QByteArray("-ERR unknown");
        QTest::newRow("negative") << QByteArray("\xff\xff\xff\xff");
    }
    void aFrameThatNoServerSendsIsRefused()
    {
        QFETCH(QByteArray, bytes);
        FrameReader frames;
        frames.feed(bytes.toStdString());
        const auto next = frames.next();
        QVERIFY(!next.has_value());
        QCOMPARE(next.error().kind, ErrorClass::NotRedis);
    }
};

LOCKKEEPER_TEST(JuteTest)

} // namespace lockkeeper::tests::jute_test

#include "jute_test.moc"
