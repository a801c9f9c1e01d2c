// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/event_loop.h"
#include "core/observe/change_feed.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::push_feed_test {

using namespace lockkeeper::observe;

namespace {

/// A feed with its loop. Its members are those of the loop's thread.
struct Feed {
    Feed(const std::string& url, std::vector<std::string> prefixes)
    {
        loop.call([&] {
            feed = std::make_unique<PushFeed>(
                [this, url](redis::ConnectionOptions options) {
                    options.minBackoff = 1ms;
                    return std::make_unique<redis::Connection>(
                        loop, MasterId("a"), redis::Url::parse(url).value(), std::move(options));
                },
                "", 5s, PushFeed::Scope{std::move(prefixes)},
                PushFeed::Handlers{.onTouched =
                                       [this](std::vector<std::string> keys) {
                                           touched.insert(keys.begin(), keys.end());
                                       },
                    .onFlushed = [this] { ++flushes; },
                    .onReady = [this] { ++readies; }});
        });
    }
    ~Feed()
    {
        loop.call([this] { feed.reset(); });
        loop.stop();
    }
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;

    bool isReady(int times)
    {
        return QTest::qWaitFor(
            [&] { return loop.call([&] { return readies == times && feed->isLive(); }); }, 10'000);
    }
    bool isTouched(const std::string& key)
    {
        return QTest::qWaitFor(
            [&] { return loop.call([&] { return touched.contains(key); }); }, 10'000);
    }

    EventLoop loop;
    std::unique_ptr<PushFeed> feed;
    std::set<std::string> touched;
    int flushes = 0;
    int readies = 0;
};

} // namespace

class PushFeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhichKeysWereTouched()
    {
        RedisServerFixture servers;
        Feed feed(servers.urls().front(), {"lock:"});
        QVERIFY(feed.isReady(1));
        servers.command({"SET", "other", "1"});
        servers.command({"SET", "lock:1", "1"});
        QVERIFY(feed.isTouched("lock:1"));
        QVERIFY(!feed.loop.call([&] { return feed.touched.contains("other"); }));
    }

    void listensAgainOnANewConnection()
    {
        RedisServerFixture servers;
        Feed feed(servers.urls().front(), {"lock:"});
        QVERIFY(feed.isReady(1));
        servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
        // It says so: what happened in between was not told.
        QVERIFY(feed.isReady(2));
        servers.command({"SET", "lock:2", "1"});
        QVERIFY(feed.isTouched("lock:2"));
    }

    void tellsOfAFlush()
    {
        RedisServerFixture servers;
        Feed feed(servers.urls().front(), {});
        QVERIFY(feed.isReady(1));
        servers.command({"FLUSHALL"});
        QVERIFY(QTest::qWaitFor(
            [&] { return feed.loop.call([&] { return feed.flushes > 0; }); }, 10'000));
    }
};

LOCKKEEPER_TEST(PushFeedTest)

} // namespace lockkeeper::tests::push_feed_test

#include "push_feed_test.moc"
