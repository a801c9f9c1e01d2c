// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scan_cursor.h"

#include "tests/support/test_class.h"

namespace lockkeeper::tests::scan_cursor_test {

using redis::Reply;
using redis::ScanCursor;

namespace {

Reply page(const std::string& cursor)
{
    return Reply::array({Reply::string(cursor), Reply::array({})});
}

} // namespace

class ScanCursorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesThroughTheKeysOnce()
    {
        ScanCursor cursor;
        QVERIFY(cursor.isAtStart());
        for (const char* next : {"17", "18446744073709551615", "3@10.0.0.1:6379", "4"}) {
            QVERIFY(cursor.advance(page(next)));
            QCOMPARE(cursor.text(), std::string(next));
            QVERIFY(!cursor.isAtStart());
        }
        QVERIFY(cursor.advance(page("0")));
        QVERIFY(cursor.isAtStart());
        // Another scan may have the same cursors.
        QVERIFY(cursor.advance(page("17")));
    }

    void refusesWhatIsNoReplyToScan_data()
    {
        const auto row = columns<Reply>();
        row("nil", Reply::nil());
        row("empty", Reply::array({}));
        row("cursor alone", Reply::array({Reply::string("1")}));
        row("names that are no list", Reply::array({Reply::string("1"), Reply::string("a")}));
        row("word", page("abc"));
        row("nothing", page(""));
        row("negative", page("-1"));
        row("endless number", page(std::string(21, '1')));
        row("shard without a cursor", page("@10.0.0.1:6379"));
    }
    void refusesWhatIsNoReplyToScan()
    {
        const auto [reply] = fetch<Reply>();
        ScanCursor cursor;
        QVERIFY(cursor.advance(page("5")));
        const auto advanced = cursor.advance(reply);
        QVERIFY(!advanced);
        QCOMPARE(advanced.error().kind, ErrorClass::ServerError);
        QVERIFY(cursor.isAtStart());
    }

    void noticesThatAScanDoesNotEnd_data()
    {
        const auto row = columns<int, int>();
        row("the same cursor again", 0, 1);
        row("two in turn", 0, 2);
        row("a long cycle, not from the start", 100, 1000);
    }
    void noticesThatAScanDoesNotEnd()
    {
        const auto [before, length] = fetch<int, int>();
        ScanCursor cursor;
        int sent = 0;
        const int most = 4 * (before + length) + 4;
        Result<void> advanced;
        for (; advanced && sent < most; ++sent) {
            const int at = sent < before ? sent : before + (sent - before) % length;
            advanced = cursor.advance(page(std::to_string(at + 1)));
        }
        QVERIFY(!advanced);
        QVERIFY(sent > before + length);
        QVERIFY(advanced.error().text.find("does not end") != std::string::npos);
    }
};

LOCKKEEPER_TEST(ScanCursorTest)

} // namespace lockkeeper::tests::scan_cursor_test

#include "scan_cursor_test.moc"
